import { diffWordsWithSpace } from 'diff'

/** Milliseconds that comparing may take: two long texts with nothing in common would take minutes. */
const timeout = 1000

/** The changes between two texts, by words: removed ones struck through, added ones underlined. Null if too much changed. */
export function TextChanges({ before, after }: { before: string; after: string }) {
  const pieces = diffWordsWithSpace(before, after, { timeout })
  if (!pieces) return null
  let at = 0
  return (
    <div className="max-h-[32rem] overflow-y-auto whitespace-pre-wrap rounded-xl border border-line p-4 text-sm [overflow-wrap:anywhere]">
      {pieces.map(({ value, added, removed }) => {
        const key = `${at++}`
        if (added)
          return (
            <ins key={key} className="bg-success-soft text-success">
              {value}
            </ins>
          )
        if (removed)
          return (
            <del key={key} className="bg-danger-soft text-danger">
              {value}
            </del>
          )
        return <span key={key}>{value}</span>
      })}
    </div>
  )
}
