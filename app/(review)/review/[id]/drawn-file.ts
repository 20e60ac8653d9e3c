/** Why a file can't be shown. */
export type FileProblem = 'protected' | 'broken' | 'unreachable' | 'failed'
export type Drawing = { done: Promise<void>; cancel(): void }

/** The part to draw: a page from 1, in CSS pixels, turned clockwise by quarters. */
export type PageView = { page: number; width: number; turns: number }

/** A file whose pages can be drawn, or why they can't. */
export type OpenedFile =
  | {
      pages: number
      draw(canvas: HTMLCanvasElement, look: PageView): Drawing
      close(): void
      problem?: undefined
    }
  | { problem: FileProblem }

/** Sharp on a high-density screen; more would only cost memory. */
export const densest = 2
export const maxPixels = 16_000_000
