import classes from './Drawing.module.css';

export const AirPuck = () => (
  <>
    <circle cx="120" cy="90" r="72" className={classes.shade} />
    <circle cx="120" cy="90" r="58" className={classes.front} />
    <path d="M82 76h48q12 0 12-11t-11-11-11 9M76 92h80q14 0 14 12t-12 12-12-9M88 108h34q10 0 10 9t-9 10" />
    <circle cx="120" cy="40" r="4" className={classes.accent} />
  </>
);

export const OutdoorMast = () => (
  <>
    <path d="M120 120v52M96 172h48" />
    <path d="M84 116q36 14 72 0l-8 12q-28 8-56 0Z" className={classes.front} />
    <path d="M82 98q38 14 76 0l-2 12q-36 12-72 0Z" className={classes.shade} />
    <path d="M82 80q38 14 76 0v12q-38 14-76 0Z" className={classes.front} />
    <path d="M82 62q38 14 76 0v12q-38 14-76 0Z" className={classes.shade} />
    <path d="M86 54q0-26 34-26t34 26q-34 14-68 0Z" className={classes.accent} />
    <path d="M120 28V10M106 12h28" />
    <path d="M40 60h18q9 0 9-8t-8-8M30 76h36M186 66h18q9 0 9-8t-8-8M178 82h36" />
  </>
);

export const GasHead = () => (
  <>
    <path d="M18 44h46v22H18ZM176 44h46v22h-46Z" className={classes.shade} />
    <rect x="64" y="16" width="112" height="82" rx="16" className={classes.front} />
    <rect x="84" y="32" width="72" height="34" rx="5" className={classes.accent} />
    <path d="M96 54v-8M108 54V44M120 54v-5M132 54V40M144 54v-8" />
    <circle cx="92" cy="82" r="4" />
    <circle cx="108" cy="82" r="4" />
    <path d="M96 98h48v16H96Z" className={classes.shade} />
    <path d="M88 114h64l-8 38H96Z" className={classes.front} />
    <path d="M104 126v14M115 126v14M126 126v14M137 126v14" />
    <path d="M102 164q6-6 12 0t12 0 12 0" />
  </>
);

export const RoomPanel = () => (
  <>
    <rect x="26" y="24" width="188" height="120" rx="12" className={classes.shade} />
    <rect x="40" y="36" width="160" height="96" rx="4" className={classes.front} />
    <path d="M40 40q0-4 4-4h52v96H44q-4 0-4-4Z" className={classes.accent} />
    <path d="M58 86l8 8 16-18M110 54h74M110 76h50M110 92h74M110 108h34" />
    <path d="M104 144h32l6 20H98Z" className={classes.front} />
  </>
);
