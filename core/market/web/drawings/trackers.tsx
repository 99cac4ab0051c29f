import classes from './Drawing.module.css';

export const Logger = () => (
  <>
    <rect x="52" y="20" width="136" height="140" rx="14" className={classes.front} />
    <rect x="68" y="36" width="104" height="56" rx="5" className={classes.accent} />
    <path d="M80 78l16-14 16 8 18-20 16 12 12-6" />
    <path d="M120 106v40M104 114l32 24M136 114l-32 24M113 110l7 6 7-6M113 142l7-6 7 6" />
    <circle cx="78" cy="126" r="6" className={classes.shade} />
    <circle cx="162" cy="126" r="6" className={classes.shade} />
  </>
);

export const TrackerBox = () => (
  <>
    <path d="M30 76l90-34 90 34-90 38Z" className={classes.front} />
    <path d="M30 76v46l90 40v-48Z" className={classes.shade} />
    <path d="M210 76v46l-90 40v-48Z" className={classes.front} />
    <path d="M120 92q-24-30-24-48 0-26 24-26t24 26q0 18-24 48Z" className={classes.accent} />
    <circle cx="120" cy="44" r="9" className={classes.front} />
    <path d="M146 130l22-9M180 116l8-3" />
  </>
);

export const SolarTracker = () => (
  <>
    <path d="M50 60h140l26 76H24Z" className={classes.accent} />
    <path d="M41 86h158M33 110h174M85 60l-13 76M120 60v76M155 60l13 76" />
    <path d="M24 136h192v22q0 6-6 6H30q-6 0-6-6Z" className={classes.shade} />
    <path d="M44 150h1M58 150h1M170 150h26" />
    <circle cx="120" cy="24" r="10" className={classes.front} />
    <path d="M96 24h-8M152 24h-8M102 42l-6 6M138 42l6 6M102 8l-4-4M138 8l4-4" />
  </>
);

export const Pendant = () => (
  <>
    <path d="M64 6q6 44 44 58M176 6q-6 44-44 58" />
    <path d="M108 58h24v16h-24Z" className={classes.shade} />
    <rect x="78" y="72" width="84" height="98" rx="30" className={classes.front} />
    <circle cx="120" cy="122" r="25" className={classes.accent} />
    <path d="M104 122h8l5-12 7 24 5-12h7" />
    <path d="M114 84h12" />
  </>
);

export const Band = () => (
  <>
    <path d="M96 58l4-46q20-6 40 0l4 46M96 122l4 46q20 6 40 0l4-46" className={classes.shade} />
    <rect x="78" y="50" width="84" height="80" rx="22" className={classes.front} />
    <rect x="92" y="64" width="56" height="52" rx="12" className={classes.accent} />
    <path d="M102 90h8l5-11 8 22 5-11h10M120 144v1M120 156v1" />
  </>
);

export const ParkingPuck = () => (
  <>
    <path d="M40 172l26-92M200 172l-26-92M66 80h108" />
    <ellipse cx="120" cy="128" rx="62" ry="26" className={classes.shade} />
    <path d="M58 128v-12q0-26 62-26t62 26v12" className={classes.shade} />
    <ellipse cx="120" cy="112" rx="62" ry="24" className={classes.front} />
    <ellipse cx="120" cy="110" rx="34" ry="12" className={classes.accent} />
    <path d="M78 54V40q0-4 4-6l12-4 10-18h40l14 18 8 2q6 2 6 8v14" />
    <circle cx="96" cy="54" r="9" className={classes.front} />
    <circle cx="150" cy="54" r="9" className={classes.front} />
    <path d="M105 54h36M102 30h48" />
  </>
);

export const ObdPlug = () => (
  <>
    <path d="M74 20q0-10 10-10h72q10 0 10 10v64H74Z" className={classes.front} />
    <circle cx="120" cy="40" r="10" className={classes.accent} />
    <path d="M96 66h48" />
    <path d="M50 84h140l-14 60q-2 8-10 8H74q-8 0-10-8Z" className={classes.shade} />
    <path d="M66 98h108l-8 40H74Z" className={classes.front} />
    <path d="M84 110h1M98 110h1M112 110h1M127 110h1M141 110h1M155 110h1M88 126h1M101 126h1M114 126h1M126 126h1M139 126h1M151 126h1" />
  </>
);

export const Tag = () => (
  <>
    <path d="M40 90l46-56q4-6 12-6h92q14 0 14 14v96q0 14-14 14H98q-8 0-12-6Z" className={classes.front} />
    <circle cx="74" cy="90" r="9" className={classes.shade} />
    <circle cx="142" cy="104" r="8" className={classes.accent} />
    <path d="M124 90q18-18 36 0M111 77q31-30 62 0" />
    <path d="M65 90H18" />
    <path d="M122 132h40" />
  </>
);

export const Trap = () => (
  <>
    <path d="M20 132h200v24H20Z" className={classes.shade} />
    <path d="M36 132V62h84v70Z" className={classes.front} />
    <path d="M62 132v-22q0-16 16-16t16 16v22Z" className={classes.shade} />
    <rect x="50" y="40" width="56" height="22" rx="6" className={classes.accent} />
    <path d="M92 40V20M82 26q10-12 20 0" />
    <path d="M136 132q0-30 30-30 22 0 32 16l8 6-8 8Z" className={classes.accent} />
    <circle cx="184" cy="104" r="9" className={classes.front} />
    <path d="M136 128q-14-4-10-18M192 122h1" />
  </>
);
