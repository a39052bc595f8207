import NextAuth from 'next-auth';
import { authOptionsHere } from '@/lib/boundary';

type RouteContext = { params: Promise<{ nextauth: string[] }> };

const handler = async (request: Request, route: RouteContext) =>
  NextAuth(request as never, route as never, await authOptionsHere());

export { handler as GET, handler as POST };
