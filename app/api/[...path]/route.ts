import { respondToProgram } from '@/app/_program/respond'

/** The tools of agents over HTTP, for programs with a personal access key. */
export const GET = respondToProgram
export const PUT = respondToProgram
export const POST = respondToProgram
export const DELETE = respondToProgram
