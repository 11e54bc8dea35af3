type Preset = { name: string; length: number; width: number; height: number };

const preset = (name: string, length: number, width: number, height: number): Preset => ({
  name,
  length,
  width,
  height,
});

/** The boxes that carriers give away, in inches (R9.06). */
export const PARCEL_PRESETS: readonly Preset[] = [
  preset('FedEx Small', 12.25, 10.9, 1.5),
  preset('FedEx Medium', 13.25, 11.5, 2.38),
  preset('FedEx Large', 17.88, 12.38, 3),
  preset('UPS Small', 13, 11, 2),
  preset('UPS Medium', 16, 11, 3),
  preset('UPS Large', 18, 13, 3),
  preset('UPS Extra Large', 18, 13, 6),
  preset('UPS Tube', 38, 6, 6),
];

/** The box that a parcel is, whatever it is called. */
export const presetOf = ({ length, width, height }: Readonly<Record<string, unknown>>): Preset | undefined =>
  PARCEL_PRESETS.find((one) => one.length === length && one.width === width && one.height === height);
