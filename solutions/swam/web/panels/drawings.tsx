import { useId } from 'react';
import type { TankForm } from '../../common/derived/tank.ts';
import classes from './Panels.module.css';

/** A ring that is filled to a score, by default of 100. */
export const ScoreRing = ({ score, of = 100, label }: { score: number; of?: number; label: string }) => (
  <svg viewBox="0 0 120 120" className={classes.ring} role="img" aria-label={label}>
    <circle cx="60" cy="60" r="50" className={classes.track} />
    <circle
      cx="60"
      cy="60"
      r="50"
      pathLength="100"
      strokeDasharray={`${(score / of) * 100} 100`}
      transform="rotate(-90 60 60)"
      className={classes.filled}
    />
    <text x="60" y="60" className={classes.figure}>
      {Math.round(score)}
    </text>
  </svg>
);

/** The outline of each shape within 120 × 120. */
const outlines: Record<TankForm['shape'], string> = {
  upright: 'M 24 16 Q 60 4 96 16 L 96 104 Q 60 116 24 104 Z',
  lying: 'M 60 10 A 50 50 0 0 1 60 110 A 50 50 0 0 1 60 10 Z',
  box: 'M 14 20 L 106 20 L 106 108 L 14 108 Z',
};
const [top, bottom] = [10, 110];

/** A tank that is filled to a share of its height, from 0 to 1. */
export function TankDrawing({ shape, share, label }: { shape: TankForm['shape']; share: number; label: string }) {
  const clip = useId();
  const surface = bottom - (bottom - top) * Math.min(1, Math.max(0, share));
  return (
    <svg viewBox="0 0 120 120" className={classes.tank} role="img" aria-label={label}>
      <clipPath id={clip}>
        <path d={outlines[shape]} />
      </clipPath>
      <path d={outlines[shape]} className={classes.empty} />
      <g clipPath={`url(#${clip})`}>
        <rect x="0" y={surface} width="120" height="120" className={classes.water} />
        <path d={`M 0 ${surface} H 120`} className={classes.surface} />
      </g>
      <path d={outlines[shape]} className={classes.wall} />
      {[0.25, 0.5, 0.75].map((mark) => (
        <path key={mark} d={`M 112 ${bottom - (bottom - top) * mark} h 6`} className={classes.wall} />
      ))}
    </svg>
  );
}
