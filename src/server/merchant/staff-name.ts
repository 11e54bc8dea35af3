import type { SignedInUser } from '#server/http/context.ts';

/** Who did it, as colleagues know them. */
export const staffName = ({ firstName, lastName, email }: SignedInUser): string =>
  `${firstName} ${lastName}`.trim() || email;
