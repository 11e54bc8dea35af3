type Option = { name: string; value: string };

/** What choosing among the variants of a product needs to know of one. */
export type PickableVariant = {
  id: string;
  options: readonly Option[];
  /** Why it cannot be chosen; null where it can. */
  whyNot: string | null;
  /** The one that comes back. */
  isCurrent: boolean;
  imgUrl: string | null;
};

export type OptionValue = {
  value: string;
  /** A variant with it, and with what was chosen before it, can be had. */
  isAvailable: boolean;
  /** Why none can be had, in the words of the variants; null also where the product does not come in it. */
  whyNot: string | null;
  isCurrent: boolean;
  isSuggested: boolean;
  imgUrl: string | null;
};
/** One question about a product, such as its color or size. */
export type OptionAxis = { name: string; isColor: boolean; values: readonly OptionValue[] };
/** The value chosen for each option by its name. */
export type OptionChoice = Readonly<Record<string, string>>;

const COLOR = /^(colou?r|farbe|couleur|kleur|colore?|färg|farve)$/i;
const SIZE = /size|größe|grösse|taille|maat|talla|taglia|length|waist|width/i;
const SMALLER_THAN_NEEDED = /too (small|short|tight|narrow)|runs small/i;
const LARGER_THAN_NEEDED = /too (large|big|long|loose|wide)|runs (large|big)/i;

/** Whether a return because of its detail, in the store's words, would be mended by another size. */
export const isAboutSize = (detail: string): boolean =>
  SMALLER_THAN_NEEDED.test(detail) || LARGER_THAN_NEEDED.test(detail);

const valueOf = ({ options }: Pick<PickableVariant, 'options'>, name: string): string | undefined =>
  options.find((option) => option.name === name)?.value;

/** The names of a product's options, color first; null where its variants cannot be told apart by them. */
export function optionNames(variants: readonly PickableVariant[]): string[] | null {
  const names = [...new Set(variants.flatMap(({ options }) => options.map(({ name }) => name)))];
  if (variants.length < 2 || names.length === 0) return null;
  const key = (variant: PickableVariant): string => JSON.stringify(names.map((name) => valueOf(variant, name) ?? null));
  const isWhole = variants.every((variant) => names.every((name) => valueOf(variant, name) !== undefined));
  if (!isWhole || new Set(variants.map(key)).size < variants.length) return null;
  return names.toSorted((one, other) => Number(COLOR.test(other)) - Number(COLOR.test(one)));
}

/**
 * The questions in order, each with all values the product comes in: a value is ruled out by what was chosen before it,
 * never by what comes after, so that no choice locks out another. `detail`: why the item comes back, in the store's words.
 */
export function optionAxes(
  variants: readonly PickableVariant[],
  names: readonly string[],
  choice: OptionChoice,
  detail: string,
): OptionAxis[] {
  const current = variants.find(({ isCurrent }) => isCurrent);
  return names.map((name, index): OptionAxis => {
    const before = names.slice(0, index).filter((one) => choice[one] !== undefined);
    const values = [...new Set(variants.map((variant) => valueOf(variant, name) ?? ''))];
    const suggested = current ? suggestedSize(name, values, valueOf(current, name) ?? '', detail) : undefined;
    return {
      name,
      isColor: COLOR.test(name),
      values: values.map((value) => {
        const these = variants.filter((variant) => valueOf(variant, name) === value);
        const left = these.filter((variant) => before.every((one) => valueOf(variant, one) === choice[one]));
        const isAvailable = left.some(({ whyNot }) => whyNot === null);
        const reason = left.find((variant) => !variant.isCurrent) ?? left[0];
        return {
          value,
          isAvailable,
          whyNot: isAvailable ? null : (reason?.whyNot ?? null),
          isCurrent: current !== undefined && valueOf(current, name) === value,
          isSuggested: value === suggested && isAvailable,
          imgUrl: (left[0] ?? these[0])?.imgUrl ?? null,
        };
      }),
    };
  });
}

/** The next size up or down, where the reason asks for one. */
function suggestedSize(name: string, values: readonly string[], current: string, detail: string): string | undefined {
  if (!SIZE.test(name)) return undefined;
  const by = SMALLER_THAN_NEEDED.test(detail) ? 1 : LARGER_THAN_NEEDED.test(detail) ? -1 : 0;
  const at = values.indexOf(current);
  return by === 0 || at < 0 ? undefined : values[at + by];
}

/** The choice after a value was picked: what was chosen after it stays only if it can still be had. */
export function withValue(
  variants: readonly PickableVariant[],
  names: readonly string[],
  choice: OptionChoice,
  name: string,
  value: string,
): OptionChoice {
  const at = names.indexOf(name);
  const next = Object.fromEntries([
    ...names.slice(0, at).flatMap((one) => (choice[one] === undefined ? [] : [[one, choice[one]]])),
    [name, value],
  ]) as Record<string, string>;
  for (const later of names.slice(at + 1)) {
    const kept = choice[later];
    const offered = optionAxes(variants, names, next, '').find((axis) => axis.name === later);
    if (kept === undefined || !offered?.values.find((one) => one.value === kept)?.isAvailable) break;
    next[later] = kept;
  }
  return next;
}

/** The variant that a whole choice means. */
export const chosenVariant = <V extends PickableVariant>(
  variants: readonly V[],
  names: readonly string[],
  choice: OptionChoice,
): V | undefined =>
  names.every((name) => choice[name] !== undefined)
    ? variants.find((variant) => names.every((name) => valueOf(variant, name) === choice[name]))
    : undefined;

/** What is chosen at first: the variant chosen before, else all but the last option of the one that comes back. */
export function firstChoice(
  variants: readonly PickableVariant[],
  names: readonly string[],
  chosenId: string | undefined,
): OptionChoice {
  const chosen = variants.find(({ id }) => id === chosenId);
  const like = chosen ?? variants.find(({ isCurrent }) => isCurrent);
  const asked = chosen ? names : names.slice(0, -1);
  let choice: OptionChoice = {};
  for (const axis of asked) {
    const value = like && valueOf(like, axis);
    const { values = [] } = optionAxes(variants, names, choice, '').find(({ name }) => name === axis) ?? {};
    const only = values.length === 1 ? values[0]?.value : undefined;
    const wanted = value ?? only;
    const canBe = values.find((one) => one.value === wanted)?.isAvailable ?? false;
    if (wanted === undefined || (!canBe && !chosen)) break;
    choice = { ...choice, [axis]: wanted };
  }
  return choice;
}
