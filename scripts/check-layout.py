#!/usr/bin/env python3
"""Reads the arrays of `countless sudoku augment --layout hrm` with the loader of HRM or TRM.

    scripts/check-layout.py CHECKOUT FOLDER

CHECKOUT is a checkout of github.com/sapientinc/HRM or github.com/SamsungSAILMontreal/TinyRecursiveModels,
and FOLDER has the folders train and test. Every label must be the solution of its puzzle. PyTorch is not
needed: a few names that the loader imports are replaced. NumPy and pydantic are.
"""

import sys
import types

import numpy as np


def stub(name, **items):
    """Replaces a module by an object with a few names."""
    sys.modules[name] = module = types.ModuleType(name)
    module.__dict__.update(items)
    return module


def check(checkout, folder):
    base = type("IterableDataset", (), {"__init__": lambda self: None})
    data = stub("torch.utils.data", IterableDataset=base, get_worker_info=lambda: None)
    stub("torch", from_numpy=lambda array: array, utils=stub("torch.utils", data=data))
    stub("models", losses=stub("models.losses", IGNORE_LABEL_ID=-100))
    stub("argdantic", ArgParser=object)
    sys.path.insert(0, checkout)
    import puzzle_dataset as theirs

    takes_list = "dataset_paths" in theirs.PuzzleDatasetConfig.model_fields
    path = {"dataset_paths": [folder]} if takes_list else {"dataset_path": folder}
    common = {"seed": 0, "global_batch_size": 64, "epochs_per_iter": 1, "rank": 0, "num_replicas": 1}
    for split in "train", "test":
        config = theirs.PuzzleDatasetConfig(test_set_mode=split == "test", **common, **path)
        read = 0
        for _, batch, size in theirs.PuzzleDataset(config, split):
            inputs, labels = batch["inputs"][:size], batch["labels"][:size]
            assert inputs.dtype == np.int32 and ((inputs == 1) | (inputs == labels)).all()
            rows = labels.reshape(-1, 9, 9)
            boxes = rows.reshape(-1, 3, 3, 3, 3).swapaxes(2, 3).reshape(-1, 9, 9)
            for houses in rows, rows.swapaxes(1, 2), boxes:
                assert (np.sort(houses, 2) == np.arange(2, 11)).all()
            read += size
        print(f"{split}: {read} puzzles")


if __name__ == "__main__":
    check(*sys.argv[1:])
