/** A part of the address as it was meant: the router leaves reserved characters (`:`, `/`) escaped. */
export function partOf(param: string): string {
  try {
    return decodeURIComponent(param);
  } catch {
    // A lone % of its own, already unescaped.
    return param;
  }
}
