/** The Content-Disposition of a file to be saved under a name (RFC 6266): exact in UTF-8, and near it in ASCII. */
export function attachment(filename: string): string {
  const plain = filename
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^ -~]|["\\%]/gu, '_');
  const exact = encodeURIComponent(filename).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${exact}`;
}
