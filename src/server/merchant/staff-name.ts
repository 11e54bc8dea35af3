import type { SignedInUser } from '#server/http/context.ts';

/** Who did it, as colleagues know them. Of a helpdesk session only the helpdesk is proven, so it is named too. */
export const staffName = ({ firstName, lastName, email, helpdesk }: SignedInUser): string =>
  `${`${firstName} ${lastName}`.trim() || email}${helpdesk ? ` (via ${helpdesk.ref})` : ''}`;
