import classes from './Drawing.module.css';

export const Shelter = () => (
  <>
    <path d="M24 66L120 16l96 50v14H24Z" className={classes.accent} />
    <path d="M44 80h152v82H44Z" className={classes.front} />
    <path d="M64 98h112v46H64Z" className={classes.shade} />
    <path d="M84 112h40M84 128h24" />
    <circle cx="152" cy="121" r="9" className={classes.front} />
    <path d="M60 156h1M180 156h1" />
  </>
);

export const Bracket = () => (
  <>
    <path d="M34 124h172v34H34Z" className={classes.shade} />
    <path d="M66 124V62q0-14 14-14h80q14 0 14 14v62h-24V76H90v48Z" className={classes.front} />
    <circle cx="50" cy="141" r="6" className={classes.front} />
    <circle cx="190" cy="141" r="6" className={classes.front} />
    <path d="M108 20h24v28h-24Z" className={classes.accent} />
    <path d="M108 34h24M120 48v44M112 84l8 10 8-10" />
  </>
);

/** The meaning of a card, by the icon of its package (1 to 10); 0 is a subscription. */
const glyphs = [
  'M182 118a22 22 0 1 1-7-16M177 88v15h-15',
  'M136 94h48v32h-28l-12 10v-10h-8Z M148 106h24M148 116h14',
  'M142 92l10-4 8 14-7 6q4 10 14 14l6-7 13 8-3 10q-3 4-8 4-32-4-36-36 0-6 3-9Z',
  'M138 132v-10M150 132v-18M162 132v-27M174 132V96M186 132V86',
  'M142 86h24l14 14v36h-38ZM151 108h20v18h-20Z',
  'M153 98h14v20h-14ZM134 101h13v14h-13ZM173 101h13v14h-13ZM147 108h6M167 108h6M152 126q8 7 16 0',
  'M136 104q24-22 48 0M145 114q15-14 30 0M154 124q6-6 12 0',
  'M182 112a22 22 0 1 1-44 0 22 22 0 1 1 44 0M138 112h44M160 90q-16 22 0 44 16-22 0-44',
  'M146 130q-12 0-12-11t12-12q2-17 16-17 13 0 16 14 12 0 12 13t-12 13Z',
  'M182 112a22 22 0 1 1-44 0 22 22 0 1 1 44 0M160 98v14l10 8',
  'M160 86l8 17 18 2-13 13 3 18-16-9-16 9 3-18-13-13 18-2Z',
] as const;

export const Card = ({ icon }: { icon?: number | null }) => (
  <>
    <rect x="44" y="18" width="160" height="104" rx="12" className={classes.shade} />
    <rect x="28" y="44" width="184" height="116" rx="12" className={classes.front} />
    <path d="M28 66q0 0 0-10 0-12 12-12h160q12 0 12 12v10Z" className={classes.accent} />
    <rect x="46" y="84" width="34" height="26" rx="5" className={classes.accent} />
    <path d="M46 97h34M46 128h52M46 144h34" />
    <path d={glyphs[icon ?? 0] ?? glyphs[0]} />
  </>
);
