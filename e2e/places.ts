/** Where the product and its sandbox partners run during the journeys. */
export const PORT = Number(process.env['E2E_PORT'] ?? 3510);
export const SANDBOX_PORT = PORT + 1000;
export const BACK_OFFICE_URL = `http://localhost:${PORT}`;
export const PORTAL_URL = `${BACK_OFFICE_URL}/p/demo`;
export const SHOP_URL = `http://127.0.0.1:${SANDBOX_PORT}/demo.myshopify.com`;
export const SHOP_CONTROL_URL = `http://127.0.0.1:${SANDBOX_PORT}/_control`;
export const CARRIER_URL = `http://127.0.0.1:${SANDBOX_PORT + 1}`;
export const MAILBOX_URL = `http://127.0.0.1:${SANDBOX_PORT + 2}`;
export const CARDS_URL = `http://127.0.0.1:${SANDBOX_PORT + 5}`;
export const DNS_URL = `http://127.0.0.1:${SANDBOX_PORT + 6}`;

/** Orders the demo shop's seeded generator always makes, ready to be returned. */
export const ORDERS = {
  clothing: { orderNo: '1982', email: 'nora.lind@example.com' },
  jacket: { orderNo: '1983', email: 'theo.marsh@example.com' },
  euros: { orderNo: '1979', email: 'emil.krause@example.com' },
  tee: { orderNo: '1988', email: 'renee.evans135@example.com' },
  hat: { orderNo: '1975', email: 'zane.oneill256@example.com' },
  vest: { orderNo: '1970', email: 'mara.tanaka1@example.com' },
  sweater: { orderNo: '1977', email: 'ada.fischer129@example.com' },
  crop: { orderNo: '1990', email: 'yui.smith238@example.com' },
  coat: { orderNo: '1984', email: 'grace.walsh176@example.com' },
  bowl: { orderNo: '1991', email: 'paul.meyer110@example.com' },
  chino: { orderNo: '1971', email: 'yara.smith2@example.com' },
  vase: { orderNo: '1980', email: 'tara.hansen274@example.com' },
  beeswax: { orderNo: '1963', email: 'elena.oneill241@example.com' },
  zip: { orderNo: '1966', email: 'paul.garcia84@example.com' },
  chambray: { orderNo: '1961', email: 'kaya.dubois239@example.com' },
  ring: { orderNo: '1967', email: 'clara.sato88@example.com' },
  jeans: { orderNo: '1993', email: 'olga.rossi48@example.com' },
  runner: { orderNo: '1994', email: 'kaya.young78@example.com' },
  cap: { orderNo: '1958', email: 'clara.petit298@example.com' },
  blouse: { orderNo: '1987', email: 'kaya.dubois239@example.com' },
  pack: { orderNo: '1960', email: 'david.garcia226@example.com' },
  owing: { orderNo: '1989', email: 'victor.walsh106@example.com' },
  bag: { orderNo: '1959', email: 'clara.novak200@example.com' },
  socks: { orderNo: '1953', email: 'felix.smith188@example.com' },
  earrings: { orderNo: '1981', email: 'paul.vogel219@example.com' },
  spent: { orderNo: '1986', email: 'iris.cole@example.com' },
  typed: { orderNo: '1996', email: 'haruto.nguyen161@example.com' },
  camp: { orderNo: '1974', email: 'owen.park@example.com' },
  hoodie: { orderNo: '1976', email: 'hana.mori@example.com' },
  chore: { orderNo: '1955', email: 'quinn.smith105@example.com' },
  private: { orderNo: '1968', email: 'paul.becker73@example.com' },
  weighed: { orderNo: '1962', email: 'noah.meyer271@example.com' },
  late: { orderNo: '1972', email: 'hugo.fischer220@example.com' },
  tried: { orderNo: '1969', email: 'felix.garcia243@example.com' },
  replayed: { orderNo: '1978', email: 'kaya.rossi163@example.com' },
  ruled: { orderNo: '1973', email: 'tara.young234@example.com' },
  swapped: { orderNo: '1956', email: 'clara.rossi265@example.com' },
  withdrawn: { orderNo: '1995', email: 'wendy.petit253@example.com' },
  corduroy: { orderNo: '1992', email: 'victor.klein70@example.com' },
  sandal: { orderNo: '1957', email: 'samir.meyer144@example.com' },
  missing: { orderNo: '1950', email: 'jonas.walsh180@example.com' },
  stolen: { orderNo: '1948', email: 'elena.novak179@example.com' },
  queued: { orderNo: '1945', email: 'ines.rossi94@example.com' },
  handedOver: { orderNo: '1943', email: 'ada.young46@example.com' },
  /** Sent in part. */
  inParts: { orderNo: '1941', email: 'clara.fischer125@example.com' },
  /** Given away: its recipient knows where it was sent, and its parcel. */
  gift: {
    orderNo: '1952',
    email: 'renee.tanaka202@example.com',
    postalCode: '98101',
    trackingCode: '1Z0000007000013154',
  },
} as const;
