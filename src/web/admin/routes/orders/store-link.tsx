/** To the order where the store has its admin; nothing where that is not known. */
export function StoreLink({ url }: { url: string | null }) {
  return url ? (
    <a href={url} target="_blank" rel="noreferrer">
      Open at the store
    </a>
  ) : null;
}
