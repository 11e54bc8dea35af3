/** An address that no order of the demo shop was sent to. */
export const HOME = {
  firstName: 'Ada',
  lastName: 'Byron',
  line1: '1 New Street',
  line2: '',
  city: 'Oakland',
  stateOrProvinceCode: 'CA',
  postalCode: '94601',
  countryCode: 'US',
  phone: '',
};
