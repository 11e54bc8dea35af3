declare module 'pg/lib/utils.js' {
  /** How the driver writes parameters. */
  const utils: { prepareValue(value: unknown): Buffer | string | null };
  export default utils;
}
