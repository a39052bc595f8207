import { answerSession } from '@/lib/boundary';

/** How the session of this browser stands. */
export const GET = answerSession;
/** The person in front of this browser did something. */
export const POST = answerSession;
