/** A mistake in one place of the product, as somebody could make it. */
export type Defect = {
  id: string;
  /** In one sentence: what goes wrong. */
  what: string;
  file: string;
  /** The exact text, which the file contains once, and what stands there instead. */
  find: string;
  replace: string;
  /**
   * Where it is most likely noticed, in the order to ask. The test that caught it last is asked before these, the
   * whole core and the simulator after them.
   */
  catchers: readonly Catcher[];
  /** Locks are visible only where transactions overlap: the simulator runs on PostgreSQL for it. */
  needsPostgres?: true;
  /** Why nothing catches it, where that is so and accepted. */
  missedBecause?: string;
};

/** A test file or a folder of them, on the embedded database or on a real PostgreSQL. */
export type Catcher = string | { onPostgres: string };

/** The text with the defect in it. Throws a sentence when the defect does not fit the text any more. */
export function planted(defect: Defect, text: string): string {
  const parts = text.split(defect.find);
  if (parts.length === 1) throw new Error(`${defect.id} no longer applies: ${defect.file} does not contain its text`);
  if (parts.length > 2)
    throw new Error(`${defect.id} no longer applies: ${defect.file} contains its text ${parts.length - 1} times`);
  return parts.join(defect.replace);
}

/** Another one when anything is changed that makes it what it is. */
export const nameOf = ({ id, file, find, replace }: Omit<Defect, 'catchers'>): string =>
  [id, file, find, replace].join('\n');
