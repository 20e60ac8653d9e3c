const date = { year: 'numeric', month: 'short', day: 'numeric' } as const
const time = { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const

/** How the pages write a point in time, in the reader's time zone: one format for each context. */
export const formats = {
  dateTime: {
    date,
    // A calendar day of a record, which is the same for every reader.
    day: { ...date, timeZone: 'UTC' },
    moment: { ...date, ...time },
    exact: { ...date, ...time, second: '2-digit' },
    time,
    clock: { ...time, second: '2-digit' },
    // Rows under a heading that names their day, and that day.
    rowTime: { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' },
    weekday: { weekday: 'long', day: 'numeric', month: 'long' },
  },
} as const
