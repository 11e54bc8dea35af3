/** A part of the address as it was meant: the router leaves reserved characters (`:`, `/`) escaped. */
export function partOf(param: string): string {
  try {
    return decodeURIComponent(param);
  } catch {
    // A lone % of its own, already unescaped.
    return param;
  }
}

/** The page of an order or return for a gift recipient; the address says so even after the session has ended. */
export const giftPage = (path: string): string => `${path}?isGiftReturn=true`;
