import { Tooltip } from "@mantine/core";
import { absoluteDate, relativeDate } from "./relative-date.ts";

/** A date, relative when near; the full instant with its zone on hover. */
export function DateText({ date }: { date: string }) {
  return (
    <Tooltip label={absoluteDate(date)}>
      <time className="mg-date" dateTime={date}>
        {relativeDate(date, new Date())}
      </time>
    </Tooltip>
  );
}
