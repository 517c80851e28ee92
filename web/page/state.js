// Boards in links, in the history of the browser and in local storage.
//
// A link keeps a whole board after `#`, so that no server receives it:
//
//     #1/sudoku?p=53..7....6..&a=..4......&k=12
//
// The number in front is the version of links. A link without one is read as version 1.

const VERSION = "1";
const PREFIX = "countless.";
const DELAY = 300;
const MOST_UNDONE = 1000;

/**
 * @typedef {object} View part of the page with a board
 * @property {string} name
 * @property {() => URLSearchParams} capture returns the board as fields of a link
 * @property {(fields: URLSearchParams) => void} restore shows the board of such fields
 */

/**
 * Reads the part of a link after `#`.
 * @param {string} hash
 * @returns {{name: string, fields: URLSearchParams, version: string}}
 */
export function readLink(hash) {
  const text = hash.replace(/^#/, "");
  const [, version = VERSION, name, fields = ""] = text.match(/^(?:(\d+)\/)?([a-z]*)(?:\?(.*))?$/s) ?? [];
  return { name: name ?? "", fields: new URLSearchParams(fields), version };
}

/** Returns the part of a link after `#`. */
export function writeLink(name, fields) {
  // These signs need no escape after `#`; links stay readable.
  const text = fields.toString().replace(/%(3A|3B|3D|2C|2F)/g, decodeURIComponent);
  return `#${VERSION}/${name}${text && "?"}${text}`;
}

/** Returns true if this page reads links of a version. */
export function isKnown(version) {
  return version === VERSION;
}

/** Returns bits as base64url, which a link can contain. */
export function packBits(bits) {
  const bytes = new Uint8Array(Math.ceil(bits.length / 8));
  bits.forEach((bit, index) => {
    if (bit) bytes[index >> 3] |= 1 << (index & 7);
  });
  return btoa(String.fromCharCode(...bytes)).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

/** Returns the bits of `packBits`; all are 0 if the text is none of its. */
export function unpackBits(text, length) {
  const bits = new Array(length).fill(false);
  try {
    const bytes = atob((text ?? "").replace(/-/g, "+").replace(/_/g, "/"));
    for (let index = 0; index < length && index >> 3 < bytes.length; index += 1) {
      bits[index] = Boolean((bytes.charCodeAt(index >> 3) >> (index & 7)) & 1);
    }
  } catch {
    return bits;
  }
  return bits;
}

/** Values in local storage. Without storage, as in some private windows, nothing is kept. */
export const storage = {
  get(key) {
    try {
      return localStorage.getItem(PREFIX + key);
    } catch {
      return null;
    }
  },
  set(key, value) {
    try {
      localStorage.setItem(PREFIX + key, value);
    } catch {
      // The page works without storage.
    }
  },
  clear() {
    try {
      Object.keys(localStorage)
        .filter((key) => key.startsWith(PREFIX))
        .forEach((key) => localStorage.removeItem(key));
    } catch {
      // Nothing was kept.
    }
  },
};

/** Settings of the page, kept in local storage. */
export class Settings {
  #values;
  #onChange;

  /**
   * @param {object} defaults
   * @param {() => void} onChange is called after each change
   */
  constructor(defaults, onChange) {
    this.#onChange = onChange;
    this.#values = { ...defaults };
    const kept = new URLSearchParams(storage.get("settings") ?? "");
    for (const [name, value] of kept) {
      if (name in defaults) this.#values[name] = typeof defaults[name] === "boolean" ? value === "true" : value;
    }
  }

  get(name) {
    return this.#values[name];
  }

  set(name, value) {
    this.#values[name] = value;
    storage.set("settings", new URLSearchParams(this.#values).toString());
    this.#onChange();
  }
}

/** Boards of all views: which one is shown, what Undo brings back, and the address of the page. */
export class Boards {
  #views;
  #current = "";
  #undo = new Map();
  #redo = new Map();
  #shown = new Map();
  #timer = 0;
  #onChange;

  /**
   * @param {Map<string, View>} views
   * @param {() => void} onChange is called when a board has changed
   */
  constructor(views, onChange) {
    this.#views = views;
    this.#onChange = onChange;
  }

  get current() {
    return this.#current;
  }

  /** Shows a view, with the board that it had. */
  show(name) {
    this.#flush();
    this.#current = name;
    storage.set("view", name);
    if (!this.#shown.has(name)) this.#restore(name, new URLSearchParams(storage.get(name) ?? ""));
    history.pushState(null, "", this.link());
    this.#onChange();
  }

  /** Shows the board of a link, or the last board of the view if the link has none. */
  open({ name, fields }) {
    this.#current = name;
    storage.set("view", name);
    const kept = [...fields.keys()].length ? fields : new URLSearchParams(storage.get(name) ?? "");
    this.#restore(name, kept);
    history.replaceState(null, "", this.link());
    this.#onChange();
  }

  /** Notes that the board was edited. Undo returns to the board before. */
  edited() {
    const name = this.#current;
    const now = this.#capture(name);
    const before = this.#shown.get(name) ?? "";
    if (now === before) return;
    const undo = this.#undo.get(name) ?? [];
    undo.push(before);
    if (undo.length > MOST_UNDONE) undo.shift();
    this.#undo.set(name, undo);
    this.#redo.set(name, []);
    this.#shown.set(name, now);
    this.#later();
    this.#onChange();
  }

  /** Notes a change that Undo leaves alone, such as the step that is shown. */
  turned() {
    this.#shown.set(this.#current, this.#capture(this.#current));
    this.#later();
  }

  /** Notes that the board is another puzzle. The button Back of the browser returns to the one before. */
  replaced() {
    const name = this.#current;
    this.#flush();
    this.#undo.set(name, []);
    this.#redo.set(name, []);
    this.#shown.set(name, this.#capture(name));
    this.#keep(name);
    this.#onChange();
    if (location.hash !== this.link()) history.pushState(null, "", this.link());
  }

  undo() {
    return this.#move(this.#undo, this.#redo);
  }

  redo() {
    return this.#move(this.#redo, this.#undo);
  }

  canUndo() {
    return Boolean(this.#undo.get(this.#current)?.length);
  }

  canRedo() {
    return Boolean(this.#redo.get(this.#current)?.length);
  }

  /** Keeps the board in the address and in storage at once. */
  keepNow() {
    this.#flush();
  }

  link() {
    return writeLink(this.#current, new URLSearchParams(this.#shown.get(this.#current)));
  }

  #move(from, to) {
    const name = this.#current;
    const state = from.get(name)?.pop();
    if (state === undefined) return false;
    to.set(name, [...(to.get(name) ?? []), this.#shown.get(name)]);
    this.#views.get(name).restore(new URLSearchParams(state));
    this.#shown.set(name, state);
    this.#later();
    this.#onChange();
    return true;
  }

  #restore(name, fields) {
    this.#undo.set(name, []);
    this.#redo.set(name, []);
    this.#views.get(name).restore(fields);
    this.#shown.set(name, this.#capture(name));
    this.#keep(name);
  }

  #capture(name) {
    return this.#views.get(name).capture().toString();
  }

  #keep(name) {
    storage.set(name, this.#shown.get(name));
  }

  #later() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#flush(), DELAY);
  }

  #flush() {
    clearTimeout(this.#timer);
    if (!this.#current || !this.#shown.has(this.#current)) return;
    this.#keep(this.#current);
    if (location.hash !== this.link()) history.replaceState(null, "", this.link());
  }
}
