// That of the server, whose refusal would mark no field; its schemas are too heavy for the portal.
export const EMAIL =
  /^(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;

/** Whether the server takes it as an email address. */
export const isEmail = (typed: string): boolean => EMAIL.test(typed.trim());
