/** When a day of the reader's zone begins, or the one so many days later. */
export function midnightOf(day: string, daysLater = 0): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  return new Date(year, month - 1, date + daysLater).toISOString();
}

/** The day an instant is in, in the reader's zone, or the one so many days later. */
export function dayOf(instant: Date, daysLater = 0): string {
  const date = new Date(instant);
  date.setDate(date.getDate() + daysLater);
  const two = (part: number): string => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
