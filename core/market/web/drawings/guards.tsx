import classes from './Drawing.module.css';

export const Panel = () => (
  <>
    <path d="M64 10V30M176 10V30" />
    <rect x="34" y="30" width="172" height="134" rx="10" className={classes.front} />
    <path d="M34 132h172v22q0 10-10 10H44q-10 0-10-10Z" className={classes.shade} />
    <path d="M120 46l34 12v20q0 26-34 40-34-14-34-40V58Z" className={classes.accent} />
    <path d="M106 80l10 10 18-20" />
    <path d="M54 148h1M70 148h1M86 148h1M160 148h26" />
  </>
);

export const Pir = () => (
  <>
    <path d="M82 28q0-16 16-16h44q16 0 16 16v78q0 26-16 26H98q-16 0-16-26Z" className={classes.front} />
    <path d="M92 58q28-14 56 0v28q-4 28-28 28T92 86Z" className={classes.accent} />
    <path d="M111 52v60M129 52v60M92 76h56" />
    <circle cx="120" cy="30" r="4" className={classes.shade} />
    <path d="M86 146l-30 24M106 148l-12 22M134 148l12 22M154 146l30 24" />
  </>
);

export const Siren = () => (
  <>
    <rect x="58" y="132" width="124" height="30" rx="8" className={classes.shade} />
    <path d="M76 132V88q0-44 44-44t44 44v44Z" className={classes.accent} />
    <path d="M120 74v34M96 92q0-26 20-28" />
    <circle cx="120" cy="116" r="6" className={classes.front} />
    <path d="M120 14v14M64 32l10 12M176 32l-10 12M34 74l16 4M206 74l-16 4" />
  </>
);

export const Camera = () => (
  <>
    <path d="M200 20h18v92h-18Z" className={classes.shade} />
    <path d="M200 92h-40l-14-26h22l12 16h20Z" className={classes.front} />
    <path d="M34 46l130-22 12 48-130 22Z" className={classes.front} />
    <path d="M24 42l148-26 3 14L27 56Z" className={classes.shade} />
    <ellipse cx="43" cy="74" rx="13" ry="22" transform="rotate(-10 43 74)" className={classes.accent} />
    <circle cx="42" cy="75" r="7" className={classes.front} />
    <path d="M28 108l-14 56M60 106l26 58" strokeDasharray="2 9" />
    <path d="M14 164h72" />
  </>
);

export const EdgeBox = () => (
  <>
    <path d="M52 24h136v18H52Z" className={classes.shade} />
    {[64, 82, 100, 118, 136, 154, 172].map((x) => (
      <path key={x} d={`M${x} 24v18`} />
    ))}
    <rect x="28" y="42" width="184" height="88" rx="8" className={classes.front} />
    <path d="M28 100h184v22q0 8-8 8H36q-8 0-8-8Z" className={classes.accent} />
    {[44, 76, 108, 140].map((x) => (
      <path key={x} d={`M${x} 108h20v14h-20Z`} className={classes.front} />
    ))}
    <circle cx="186" cy="115" r="6" className={classes.front} />
    <path d="M46 62h62M46 78h38M172 62h1M184 62h1M196 62h1" />
    <path d="M54 122v28M86 122v40M118 122v40M150 122v28" />
  </>
);
