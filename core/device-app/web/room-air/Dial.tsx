import { severities } from '#core/alarms/common/severity.ts';
import classes from './Dial.module.css';

const [centre, radius, gap] = [60, 50, 0.012];
const pointAt = (position: number) => {
  const angle = Math.PI * (1 - position);
  return `${centre + radius * Math.cos(angle)} ${centre - radius * Math.sin(angle)}`;
};

/** A dial with a quarter for each severity and a needle at a position from 0 to 1. */
export function Dial({ position, label }: { position: number; label: string }) {
  const quarter = 1 / severities.length;
  return (
    <svg viewBox="0 0 120 72" className={classes.dial} role="img" aria-label={label}>
      {severities.map((severity, n) => (
        <path
          key={severity}
          data-severity={severity}
          d={`M ${pointAt(n * quarter + gap)} A ${radius} ${radius} 0 0 1 ${pointAt((n + 1) * quarter - gap)}`}
        />
      ))}
      <g transform={`rotate(${position * 180 - 90} ${centre} ${centre})`}>
        <path d={`M ${centre - 3} ${centre} L ${centre} 22 L ${centre + 3} ${centre} Z`} className={classes.needle} />
      </g>
      <circle cx={centre} cy={centre} r="6" className={classes.hub} />
    </svg>
  );
}
