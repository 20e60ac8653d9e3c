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
    // What fits below a step of a chart. Its steps are hours and days in UTC.
    chartDay: { day: 'numeric', month: 'short', timeZone: 'UTC' },
    chartTime: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: 'UTC' },
  },
} as const
