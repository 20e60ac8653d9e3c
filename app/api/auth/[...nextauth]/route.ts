import NextAuth from 'next-auth'
import { authOptions } from '@/app/_request/auth-options'

type Context = { params: Promise<{ nextauth: string[] }> }

async function handle(request: Request, context: Context): Promise<Response> {
  return NextAuth(authOptions())(request, context)
}

export { handle as GET, handle as POST }
