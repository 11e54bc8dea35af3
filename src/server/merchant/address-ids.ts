/** What calls that make shipments name the ends of their way by: the customer of the claim, and the places goods go back to. */
export const CUSTOMER_ADDRESS = 'customer';
export const locationAddress = (locationId: number): string => `location-${locationId}`;
