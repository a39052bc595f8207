'use client';

import { Failure } from '@/components/errors/failure';

type ErrorPageProps = { error: Error & { digest?: string }; reset: () => void };

/** A page that failed, inside the frame: the way to the other pages stays. */
export default function ErrorPage({ error, reset }: ErrorPageProps) {
  return <Failure reference={error.digest} retry={reset} />;
}
