// Loaded with `node --import`: ends this process when its launcher goes, for whatever reason, kill -9 included: then the
// pipe on stdin closes. Forks and worker threads inherit the flag and are left alone; their own parent ends them.
import { isMainThread } from 'node:worker_threads';

if (isMainThread && process.env.LAUNCHER_PID === String(process.ppid)) {
  const leave = () => process.kill(process.pid, 'SIGTERM');
  process.stdin.on('end', leave).on('error', leave).resume();
  process.stdin.unref?.();
}
