import type { Step } from '@/lib/notifications/view';
import { steps } from '@/lib/notifications/view';

const WIDTH = 4;
const GAP = 2;

/** How far a message climbed the ladder of checks, one bar a step; the bar at which it stopped stands out. */
export function StepMeter({ reached, stopped }: { reached: Step; stopped: Step | null }) {
  const passed = steps.indexOf(reached);
  const width = steps.length * (WIDTH + GAP) - GAP;
  return (
    <svg className="step-meter" viewBox={`0 0 ${width} 12`} width={width} height="12" aria-hidden="true">
      {steps.map((step, place) => (
        <rect
          key={step}
          x={place * (WIDTH + GAP)}
          width={WIDTH}
          height="12"
          rx="1"
          data-rung={step === stopped ? 'stopped' : place <= passed ? 'passed' : 'left'}
        />
      ))}
    </svg>
  );
}
