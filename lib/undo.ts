import { now, secondsFromNow } from '@/lib/clock'

/** Seconds in which what was published, before anyone sees it, or saved can be taken back. */
const undoSeconds = 10

/** Until when what was saved then can be undone. */
export function undoableUntil(savedAt: Date): Date {
  return new Date(savedAt.getTime() + undoSeconds * 1000)
}

/** When what is published now takes effect. */
export function takesEffectAt(): Date {
  return secondsFromNow(undoSeconds)
}

/** How many seconds remain to take back what takes effect `at`; 0 if it has. */
export function secondsToUndo(at: Date): number {
  return Math.max(0, Math.ceil((at.getTime() - now().getTime()) / 1000))
}
