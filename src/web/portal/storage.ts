/** What a tab remembers across reloads. Storage may be forbidden (private windows), then nothing is remembered. */
export function readStored(key: string): unknown {
  try {
    const text = sessionStorage.getItem(key);
    return text === null ? undefined : (JSON.parse(text) as unknown);
  } catch {
    return undefined;
  }
}

/** What a field remembers of what was typed; empty without any. */
export function readStoredText(key: string): string {
  const stored = readStored(key);
  return typeof stored === 'string' ? stored : '';
}

export function writeStored(key: string, value: unknown): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Full or forbidden: the page goes on without memory.
  }
}

export function dropStored(key: string): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Forbidden: nothing was stored either.
  }
}

/** Begins the keys of registrations that are being typed. */
export const REGISTERING = 'makegood:register:';
/** The return that is being paid on a page of a bank. */
export const PAYING = 'makegood:paying';
/** Begin the keys of what the browser keeps of a person; other keys are of the device. */
const OF_PERSON = [REGISTERING, PAYING];

/** Forgets all that the tab remembers, and the browser of a person, for the next person at this device. */
export function dropAllStored(): void {
  try {
    sessionStorage.clear();
    for (const key of Object.keys(localStorage))
      if (OF_PERSON.some((beginning) => key.startsWith(beginning))) localStorage.removeItem(key);
  } catch {
    // Forbidden: nothing was stored either.
  }
}

/** A text the browser remembers for good; null where it has none, or may not. */
export function readKept(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function writeKept(key: string, text: string): void {
  try {
    localStorage.setItem(key, text);
  } catch {
    // Full or forbidden: the next page will not know it.
  }
}

export function dropKept(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Forbidden: nothing was kept either.
  }
}
