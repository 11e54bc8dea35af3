/** Parses JSON keeping integers too large for a number as their digits: ids reach beyond 2^53. */
export function parseLossless(text: string): unknown {
  return JSON.parse(text, (_key: string, value: unknown, context?: { source?: string }) => {
    if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)) {
      return context?.source && /^-?\d+$/.test(context.source) ? context.source : value;
    }
    return value;
  });
}
