import classes from './Drawing.module.css';

export const GasMeter = () => (
  <>
    <path d="M70 10h18v34H70ZM152 10h18v34h-18Z" className={classes.shade} />
    <path d="M64 36h30v14H64ZM146 36h30v14h-30Z" className={classes.front} />
    <path d="M46 62q0-14 14-14h120q14 0 14 14v76q0 24-24 24H70q-24 0-24-24Z" className={classes.front} />
    <path d="M46 126h148v12q0 24-24 24H70q-24 0-24-24Z" className={classes.shade} />
    <rect x="74" y="68" width="92" height="36" rx="5" className={classes.accent} />
    <path d="M92 68v36M111 68v36M130 68v36M148 68v36" />
    <path d="M120 134q-11 10-4 18 10 5 12-6 0-6-8-12Z" className={classes.front} />
  </>
);

export const BtuMeter = () => (
  <>
    <rect x="60" y="12" width="120" height="74" rx="10" className={classes.front} />
    <rect x="76" y="26" width="70" height="28" rx="4" className={classes.accent} />
    <path d="M88 40h10M106 40h24M80 70h26M160 30v10M160 50v4" />
    <path d="M92 86v24M148 86v18q0 18 18 18h6" />
    <path d="M10 110h220v22H10Z" className={classes.shade} />
    <path d="M10 146h220v22H10Z" className={classes.accent} />
    <path d="M76 104h32v34H76Z" className={classes.front} />
    <path d="M172 104h16v40h-16Z" className={classes.front} />
    <path d="M24 121h22M40 115l6 6-6 6M216 157h-22M200 151l-6 6 6 6" />
  </>
);

const rail = (x: number, width: number) => (
  <>
    <path d="M8 78h224v26H8Z" className={classes.shade} />
    <path d={`M${x} 30h${width}v122H${x}Z`} className={classes.front} />
    <path d={`M${x} 56h${width}M${x} 126h${width}`} />
  </>
);

export const DinMeter = () => (
  <>
    {rail(86, 68)}
    <rect x="98" y="66" width="44" height="24" rx="3" className={classes.accent} />
    <path d="M106 78h28" />
    <path d="M123 98l-9 12h12l-9 12" />
    <circle cx="106" cy="43" r="6" />
    <circle cx="134" cy="43" r="6" />
    <circle cx="106" cy="139" r="6" />
    <circle cx="134" cy="139" r="6" />
  </>
);

export const DinMeterThree = () => (
  <>
    {rail(46, 148)}
    <rect x="62" y="66" width="66" height="48" rx="4" className={classes.accent} />
    <path d="M74 80h42M74 92h30M74 102h42" />
    <path d="M151 70l-9 14h12l-9 14M173 70l-9 14h12l-9 14" />
    <path d="M148 110h20" />
    {[66, 102, 138, 174].map((x) => (
      <g key={x}>
        <circle cx={x} cy="43" r="6" />
        <circle cx={x} cy="139" r="6" />
      </g>
    ))}
  </>
);
