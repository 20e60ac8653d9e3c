import { respondToProgram } from '@/app/_program/respond'

/** The tools of agents over HTTP, for programs with a personal access key. */
export async function GET(request: Request): Promise<Response> {
  return respondToProgram(request)
}

export async function PUT(request: Request): Promise<Response> {
  return respondToProgram(request)
}

export async function POST(request: Request): Promise<Response> {
  return respondToProgram(request)
}

export async function DELETE(request: Request): Promise<Response> {
  return respondToProgram(request)
}
