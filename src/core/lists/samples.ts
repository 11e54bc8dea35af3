import { z } from 'zod';

const INSTANTS = ['2026-01-01T00:00:00.000Z', '2026-02-02T12:00:00.000Z', '2026-03-03T23:59:59.000Z'];
const TEXTS = ['', 'a', 'b1', 'USD', '2026-01-01'];
const NUMBERS = [0, 1, 250, 3000, -40];
const IS_INSTANT = /On$|^date/;
const MOST = 2;

/**
 * Values that fit a shape, always the same ones: every choice of every field is taken by some of them, and most pairs
 * of choices. Fields that are added to the shape are in them without being named here.
 */
export function samplesOf<Shape extends z.ZodType>(shape: Shape, count: number): z.output<Shape>[] {
  const value = sampler();
  return Array.from({ length: count }, () => shape.safeParse(value(shape, ''))).flatMap(({ success, data }) =>
    success ? [data] : [],
  );
}

/** Below the number given, and always the same row of numbers. */
function generator(): (below: number) => number {
  let state = 1;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Makes one value after another of a shape, a field of this name. */
function sampler(): (shape: z.core.$ZodType, name: string) => unknown {
  const chance = generator();
  const known = new Map<z.core.$ZodType, readonly unknown[]>();
  /** Those of the values that the shape takes, looked at once. */
  const fitting = (shape: z.core.$ZodType, values: readonly unknown[]): readonly unknown[] => {
    const fit = known.get(shape) ?? values.filter((value) => z.core.safeParse(shape, value).success);
    known.set(shape, fit);
    return fit;
  };
  const one = <Value>(values: readonly Value[]): Value | undefined => values[chance(values.length)];
  const valueOf = (shape: z.core.$ZodType, name: string): unknown => {
    const { def } = (shape as z.core.$ZodTypes)._zod;
    switch (def.type) {
      case 'object':
        return Object.fromEntries(
          Object.entries(def.shape).flatMap(([field, type]) => {
            const value = valueOf(type, field);
            return value === undefined ? [] : [[field, value]];
          }),
        );
      case 'array': {
        const least = fitting(shape, [[]]).length === 0 ? 1 : 0;
        return Array.from({ length: Math.max(least, chance(MOST + 1)) }, () => valueOf(def.element, name));
      }
      case 'optional':
        return chance(2) === 0 ? undefined : valueOf(def.innerType, name);
      case 'nullable':
        return chance(2) === 0 ? null : valueOf(def.innerType, name);
      case 'default':
      case 'prefault':
      case 'readonly':
        return valueOf(def.innerType, name);
      case 'pipe':
        return valueOf(def.out, name);
      case 'enum':
        return one(Object.values(def.entries));
      case 'literal':
        return one(def.values);
      case 'union':
        return valueOf(one(def.options) ?? z.null(), name);
      case 'boolean':
        return chance(2) === 0;
      case 'number':
        return one(fitting(shape, NUMBERS));
      case 'string':
      case 'custom':
        return one(IS_INSTANT.test(name) ? INSTANTS : fitting(shape, TEXTS));
      case 'record':
        return {};
      default:
        return null;
    }
  };
  return valueOf;
}
