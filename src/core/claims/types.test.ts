import { expect, test } from 'vitest';
import { CLAIM_TYPES, ClaimType, typeAtPath } from '#core/claims/types.ts';

test('an address names its type, the first letter in either case; another word names none (C2.04)', () => {
  for (const type of ClaimType.options) {
    expect(typeAtPath(CLAIM_TYPES[type].path)).toBe(type);
    expect(typeAtPath(type)).toBe(type);
  }
  for (const none of ['', 'create', 'shipping', 'RETURN', 'returns']) expect(typeAtPath(none)).toBeNull();
});

test('no two types are told apart by less than a letter, a folder, an area, a setting and a line of the bill', () => {
  const rows = Object.values(CLAIM_TYPES);
  for (const field of ['prefix', 'path', 'area', 'isEnabled', 'usage', 'title'] as const)
    expect(new Set(rows.map((row) => row[field])).size).toBe(rows.length);
});
