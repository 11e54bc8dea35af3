const FILE = 'csv:';
const BY_ID = `${FILE}id:`;
/** How the ids of orders begin that stand for registered products. */
export const REGISTRATION_ORDER = 'registration-';

/** Id of an order read from a file: by the platform's own id (digits) where the file has it, else by its number. */
export const fileOrderId = (orderNo: string, platformId: string): string =>
  /^\d+$/.test(platformId) ? `${BY_ID}${platformId}` : `${FILE}${orderNo}`;

/** Whether the order is known only from a file. */
export const isFromFile = (idFromPlatform: string): boolean => idFromPlatform.startsWith(FILE);

/** Id of the order that stands for registered products the store platform did not sell. */
export const registrationOrderId = (externalId: string): string => `${REGISTRATION_ORDER}${externalId}`;

/** Whether the order stands for registered products: nothing of it was sold or paid here. */
export const isFromRegistration = (idFromPlatform: string): boolean => idFromPlatform.startsWith(REGISTRATION_ORDER);

/** Whether the store platform can be asked about the order: it is neither known from a file alone, nor made here. */
export const isAtPlatform = (idFromPlatform: string): boolean =>
  !isFromFile(idFromPlatform) && !isFromRegistration(idFromPlatform);

/** The platform's own id of an order, also of one read from a file; null where it has none or the file had none. */
export const platformIdOf = (idFromPlatform: string): string | null => {
  if (isAtPlatform(idFromPlatform)) return idFromPlatform;
  return idFromPlatform.startsWith(BY_ID) ? idFromPlatform.slice(BY_ID.length) : null;
};

type Named = { idFromPlatform: string; orderNoKey: string };

/** Whether two records are of one order: ids decide where both have one, else the number as it is compared. */
export function isSameOrder(one: Named, other: Named): boolean {
  const [id, otherId] = [platformIdOf(one.idFromPlatform), platformIdOf(other.idFromPlatform)];
  return id !== null && otherId !== null ? id === otherId : one.orderNoKey === other.orderNoKey;
}
