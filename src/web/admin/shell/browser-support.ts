type Version = readonly [major: number, minor: number];

/** C9.08; the first pattern that fits names the engine: others wear its name too. */
const MINIMUMS: readonly { pattern: RegExp; least: Version }[] = [
  { pattern: /(?:Firefox)\/(\d+)(?:\.(\d+))?/, least: [120, 0] },
  { pattern: /(?:Chrome|Chromium)\/(\d+)(?:\.(\d+))?/, least: [109, 0] },
  // Every browser of an iPhone is Safari's engine, in the version of its system.
  { pattern: /(?:iPhone|iPad).* OS (\d+)_(\d+)/, least: [17, 2] },
  { pattern: /Version\/(\d+)(?:\.(\d+))?.* Safari\//, least: [17, 2] },
];

/** False for browsers known to be older than the tested ones; unknown browsers pass. */
export function isBrowserSupported(userAgent: string): boolean {
  for (const { pattern, least } of MINIMUMS) {
    const match = pattern.exec(userAgent);
    if (!match) continue;
    const [major, minor] = [Number(match[1]), Number(match[2] ?? 0)];
    return major > least[0] || (major === least[0] && minor >= least[1]);
  }
  return true;
}
