/** What a tab remembers across reloads. Storage may be forbidden (private windows), then nothing is remembered. */
export function readStored(key: string): unknown {
  try {
    const text = sessionStorage.getItem(key);
    return text === null ? undefined : (JSON.parse(text) as unknown);
  } catch {
    return undefined;
  }
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
