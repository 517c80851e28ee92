/* Counts boards and sudokus by the simplest means, to compare with.

     count queens N [row:column ...]    those squares are blocked
     count sudoku PUZZLE                of 81 characters; 0 and . are blanks */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int n;
static unsigned blocked[32];

static long queens(int row, unsigned columns, unsigned left, unsigned right) {
    if (row == n)
        return 1;
    long solutions = 0;
    unsigned free = ~(columns | left | right | blocked[row]) & ((1u << n) - 1);
    while (free) {
        unsigned queen = free & -free;
        free ^= queen;
        solutions += queens(row + 1, columns | queen, (left | queen) << 1, (right | queen) >> 1);
    }
    return solutions;
}

static char cells[82];

static int fits(int cell, char digit) {
    int row = cell / 9, column = cell % 9, corner = row / 3 * 27 + column / 3 * 3;
    for (int i = 0; i < 9; i++)
        if (cells[row * 9 + i] == digit || cells[i * 9 + column] == digit ||
            cells[corner + i / 3 * 9 + i % 3] == digit)
            return 0;
    return 1;
}

/* Fills the cell that has the fewest digits first. */
static long sudoku(void) {
    int best = -1, fewest = 10;
    for (int cell = 0; cell < 81; cell++) {
        if (cells[cell] != '.')
            continue;
        int digits = 0;
        for (char digit = '1'; digit <= '9'; digit++)
            digits += fits(cell, digit);
        if (digits < fewest) {
            fewest = digits;
            best = cell;
        }
    }
    if (best < 0)
        return 1;
    long solutions = 0;
    for (char digit = '1'; digit <= '9'; digit++)
        if (fits(best, digit)) {
            cells[best] = digit;
            solutions += sudoku();
            cells[best] = '.';
        }
    return solutions;
}

int main(int count, char **words) {
    if (count > 2 && !strcmp(words[1], "queens")) {
        n = atoi(words[2]);
        for (int word = 3; word < count; word++) {
            int row, column;
            if (sscanf(words[word], "%d:%d", &row, &column) == 2)
                blocked[row - 1] |= 1u << (column - 1);
        }
        printf("%ld\n", queens(0, 0, 0, 0));
    } else if (count == 3 && strlen(words[2]) == 81) {
        for (int cell = 0; cell < 81; cell++)
            cells[cell] = words[2][cell] == '0' ? '.' : words[2][cell];
        printf("%ld\n", sudoku());
    } else {
        return 2;
    }
    return 0;
}
