import { NoWay } from '@/components/errors/no-way';

/** Outside a connection: without the frame. */
export default function ForbiddenPage() {
  return (
    <main>
      <NoWay kind="forbidden" />
    </main>
  );
}
