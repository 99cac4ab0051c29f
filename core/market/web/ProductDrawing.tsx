import classes from './Market.module.css';

/** The drawing of a product. */
export const ProductDrawing = ({ name, title }: { name: string; title: string }) => (
  <svg viewBox="0 0 240 180" className={classes.drawing} role="img" aria-label={title} data-drawing={name}>
    <path d="M70 60 120 36l50 24v60l-50 24-50-24zM70 60l50 24 50-24M120 84v60" />
  </svg>
);
