import { exitWithParent } from '@/lib/process'
import { explain } from './explain'

/** The message of a program of the start to the process that started it. */
export type Report<Value> = { value: Value } | { failure: string }

/**
 * Runs `work` in a separate process of `npm start`, so that its memory is free again when the others start, and reports
 * its value or a sentence about its failure.
 */
export async function reportToStart<Value>(work: () => Promise<Value>): Promise<void> {
  exitWithParent()
  try {
    report({ value: await work() })
  } catch (error) {
    const sentence = explain(error)
    console.error(sentence ?? error)
    report({ failure: sentence ?? (error instanceof Error ? error.message : String(error)) })
    process.exitCode = 1
  } finally {
    process.disconnect?.()
  }
}

function report<Value>(how: Report<Value>): void {
  process.send?.(how)
}
