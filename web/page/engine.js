// The engine: modules of WebAssembly in workers, and questions to them.
//
// Each module has a quick worker, for answers within milliseconds, and workers for long questions,
// one for each kind of question. Stopping a long question ends its worker; a spare one with the
// compiled module is ready by then.

const SPLIT_AFTER = 2000;
const MOST_WORKERS = 8;
const SILENCE = 20000;

/** The answer is not needed any more: the question was stopped, or its board has changed. */
export class Dropped extends Error {}

/** The engine refused a question, in words for people. */
export class Refused extends Error {
  constructor({ message, line, column, hint }) {
    super(message);
    Object.assign(this, { line, column, hint });
  }
}

/** Returns the address of a script of the page, which may be a text inside the page. */
function addressOf(file, id) {
  const inside = document.getElementById(id);
  if (!inside) return new URL(file, document.baseURI).href;
  // A page from a folder has no origin. Its workers start from blobs only, and import only data.
  if (file === "worker.js") return URL.createObjectURL(new Blob([inside.textContent], { type: "text/javascript" }));
  return `data:text/javascript,${encodeURIComponent(inside.textContent)}`;
}

/** Compiles a module, from a file or from its compressed text inside the page. */
async function compile(name) {
  const inside = document.getElementById(`${name}-wasm`);
  if (!inside) {
    const response = await fetch(new URL(`modules/${name}_bg.wasm`, document.baseURI));
    if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
    return WebAssembly.compile(await response.arrayBuffer());
  }
  const bytes = Uint8Array.from(atob(inside.textContent.trim()), (sign) => sign.charCodeAt(0));
  const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compile(await new Response(plain).arrayBuffer());
}

/** A worker with its open questions. */
class Hand {
  #worker;
  #open = new Map();
  #next = 0;
  ended = false;

  constructor({ script, glue, module }) {
    this.#worker = new Worker(script);
    this.#worker.onmessage = ({ data }) => this.#receive(data);
    this.#worker.onerror = (event) => this.end(new Error(event.message || "worker"));
    this.#worker.postMessage({ glue, module });
  }

  ask(request, report) {
    return new Promise((resolve, reject) => {
      this.#next += 1;
      this.#open.set(this.#next, { resolve, reject, report });
      this.#worker.postMessage({ id: this.#next, request });
    });
  }

  /** Ends the worker, and its open questions with an error. */
  end(error = new Dropped()) {
    this.ended = true;
    this.#worker.terminate();
    this.#open.forEach(({ reject }) => reject(error));
    this.#open.clear();
  }

  #receive({ id, answer, report, failed }) {
    const question = this.#open.get(id);
    if (!question) return;
    if (report) {
      question.report?.(report);
      return;
    }
    this.#open.delete(id);
    if (failed !== undefined) {
      question.reject(new Error(failed));
      // After a fault, the memory of the module cannot be trusted.
      this.end(new Error(failed));
    } else if (answer.error) {
      question.reject(new Refused(answer.error));
    } else {
      question.resolve(answer);
    }
  }
}

/** Adds numbers of solutions, which may be beyond the exact numbers of JavaScript. */
function sum(parts) {
  const total = parts.reduce((all, { solutions }) => all + BigInt(solutions ?? 0), 0n);
  return total <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(total) : String(total);
}

/** Adds the progress of shards; the work of all is unknown until each has reported its own. */
function joinProgress(reports) {
  const known = reports.filter(Boolean);
  const add = (member) => known.reduce((all, report) => all + Number(report[member] ?? 0), 0);
  const isComplete = known.length === reports.length && known.every(({ total }) => total);
  return { done: add("done"), total: isComplete ? add("total") : null, solutions: sum(known) };
}

export class Engine {
  #sources = new Map();
  #quick = new Map();
  #spare = new Map();
  #long = new Map();

  /** Loads a module before its first question. */
  load(name) {
    if (!this.#sources.has(name)) {
      const source = compile(name).then((module) => ({
        script: addressOf("worker.js", "worker-text"),
        glue: addressOf(`modules/${name}.js`, `${name}-text`),
        module,
      }));
      // A module that could not be loaded, perhaps without a network, is tried again.
      source.catch(() => this.#sources.delete(name));
      this.#sources.set(name, source);
    }
    return this.#sources.get(name);
  }

  /**
   * Asks a question with an answer within milliseconds. A worker that is silent for long, as one
   * that the browser has ended, is replaced, and the question asked again.
   * @param {string} name of the module
   * @param {object} request
   * @param {{revision: number}} [board] the answer is dropped if its revision changes
   */
  async quick(name, request, board) {
    const revision = board?.revision;
    const source = await this.load(name);
    for (let attempt = 1; ; attempt += 1) {
      const hand = this.#quickHand(name, source);
      const watch = setTimeout(() => hand.end(new Error("silent")), SILENCE);
      try {
        const answer = await hand.ask(request);
        if (board && board.revision !== revision) throw new Dropped();
        return answer;
      } catch (error) {
        if (error instanceof Dropped || error instanceof Refused || attempt === 2) throw error;
      } finally {
        clearTimeout(watch);
      }
    }
  }

  /**
   * Asks a question that may take long. A newer one of the same kind, and `stop`, end it.
   * @param {string} name of the module
   * @param {object} request
   * @param {{kind: string, report?: (report: object) => void, board?: {revision: number}}} options
   */
  async long(name, request, { kind, report, board }) {
    const revision = board?.revision;
    this.stop(kind);
    const task = { hand: null, stopped: false };
    this.#long.set(kind, task);
    const source = await this.load(name);
    if (task.stopped) throw new Dropped();
    const hand = this.#take(name, source);
    task.hand = hand;
    this.#keepSpare(name, source);
    try {
      const answer = await hand.ask(request, (progress) => {
        if (!board || board.revision === revision) report?.(progress);
      });
      if (board && board.revision !== revision) throw new Dropped();
      return answer;
    } finally {
      if (this.#long.get(kind) === task) this.#long.delete(kind);
      this.#giveBack(name, hand);
    }
  }

  /**
   * Counts with one worker, and after two seconds with several, each of which counts a shard.
   */
  async count(name, request, options) {
    let done = 0;
    const report = (progress) => {
      done = progress.progress?.total ? progress.progress.done / progress.progress.total : 0;
      options.report?.(progress);
    };
    const whole = this.long(name, request, { ...options, report });
    const hurry = new Promise((resolve) => setTimeout(resolve, SPLIT_AFTER, null));
    const first = await Promise.race([whole, hurry]);
    const workers = Math.min(MOST_WORKERS, (navigator.hardwareConcurrency || 2) - 1);
    // Half of the work is done before shards would have caught up.
    if (first || workers < 2 || done > 0.5) return first ?? whole;
    whole.catch(() => {});
    this.stop(options.kind);
    const shards = Array.from({ length: workers }, (_, shard) => shard);
    const reports = shards.map(() => null);
    const answers = shards.map((shard) =>
      this.long(name, { ...request, shard: `${shard}/${workers}` }, {
        ...options,
        kind: `${options.kind}/${shard}`,
        report: (progress) => {
          reports[shard] = progress.progress;
          options.report?.({ progress: joinProgress(reports) });
        },
      }),
    );
    try {
      const parts = await Promise.all(answers);
      return { ...parts[0], solutions: sum(parts) };
    } catch (error) {
      // Without one shard, the total of the rest is of no use.
      this.stop(options.kind);
      // Some methods have no shards; their count starts again as a whole.
      if (error instanceof Refused) return this.long(name, request, options);
      throw error;
    }
  }

  /** Stops the question of a kind, with all of its shards. */
  stop(kind) {
    for (const [name, task] of this.#long) {
      if (name !== kind && !name.startsWith(`${kind}/`)) continue;
      task.stopped = true;
      task.hand?.end();
      this.#long.delete(name);
    }
  }

  #quickHand(name, source) {
    const hand = this.#quick.get(name);
    if (hand && !hand.ended) return hand;
    this.#quick.set(name, new Hand(source));
    return this.#quick.get(name);
  }

  #take(name, source) {
    const spare = this.#spare.get(name);
    this.#spare.delete(name);
    return spare && !spare.ended ? spare : new Hand(source);
  }

  #keepSpare(name, source) {
    if (!this.#spare.has(name)) this.#spare.set(name, new Hand(source));
  }

  #giveBack(name, hand) {
    if (hand.ended) return;
    if (this.#spare.has(name)) hand.end();
    else this.#spare.set(name, hand);
  }
}
