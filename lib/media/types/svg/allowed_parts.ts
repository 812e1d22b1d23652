/** Elements that draw, or that describe the picture in words. Links and scripts, animation and HTML are not among them. */
export const allowedElements: ReadonlySet<string> = wordsOf(`
  svg g defs symbol use path rect circle ellipse line polyline polygon text tspan textPath image title desc style
  linearGradient radialGradient stop pattern clipPath mask marker filter
  feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight
  feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge feMergeNode feMorphology feOffset fePointLight
  feSpecularLighting feSpotLight feTile feTurbulence`);

/** Properties of style sheets that are attributes, too. */
export const allowedProperties: ReadonlySet<string> = wordsOf(`
  alignment-baseline baseline-shift clip-path clip-rule color color-interpolation color-interpolation-filters direction display
  dominant-baseline enable-background fill fill-opacity fill-rule filter flood-color flood-opacity font font-family font-size
  font-size-adjust font-stretch font-style font-variant font-weight image-rendering isolation letter-spacing lighting-color line-height
  marker marker-end marker-mid marker-start mask mask-type mix-blend-mode opacity overflow paint-order shape-rendering stop-color
  stop-opacity stroke stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity
  stroke-width text-anchor text-decoration text-rendering transform transform-box transform-origin unicode-bidi vector-effect
  visibility white-space word-spacing writing-mode`);

/** Attributes without a namespace that are not properties. */
export const allowedAttributes: ReadonlySet<string> = wordsOf(`
  id class role aria-label aria-labelledby aria-hidden version viewBox preserveAspectRatio width height x y x1 y1 x2 y2 cx cy r rx ry
  fx fy fr d dx dy points pathLength offset rotate textLength lengthAdjust startOffset method spacing side
  gradientUnits gradientTransform spreadMethod patternUnits patternContentUnits patternTransform clipPathUnits maskUnits
  maskContentUnits markerUnits markerWidth markerHeight orient refX refY filterUnits primitiveUnits
  in in2 result type values tableValues slope intercept amplitude exponent operator k1 k2 k3 k4 order kernelMatrix divisor bias
  targetX targetY edgeMode preserveAlpha surfaceScale diffuseConstant specularConstant specularExponent kernelUnitLength scale
  xChannelSelector yChannelSelector azimuth elevation z pointsAtX pointsAtY pointsAtZ limitingConeAngle mode radius
  stdDeviation baseFrequency numOctaves seed stitchTiles`);

/** Functions in values of attributes and styles. */
const allowedFunctions = wordsOf(`
  rgb rgba hsl hsla hwb lab lch oklab oklch matrix translate translateX translateY scale scaleX scaleY rotate skewX skewY
  blur brightness contrast grayscale hue-rotate invert opacity saturate sepia drop-shadow`);

/** Maximum number of characters of a value with functions. */
const longestCalls = 2000;

const functionCall = /(?<![\w-])([\w-]{0,30})\(/g;
const localUrl = /url\(\s*(["']?)#([\w.:-]{1,200})\1\s*\)/g;
/** Escapes of style sheets could hide the name of a function. */
const forbiddenCharacters = /[\\<>{};@]|\/\*/;

/** Returns true if a value refers to nothing outside of the picture. */
export function isAllowedValue(value: string): boolean {
  if (forbiddenCharacters.test(value)) return false;
  if (!value.includes("(")) return true;
  if (value.length > longestCalls) return false;
  const rest = value.replaceAll(localUrl, "");
  const calls = [...rest.matchAll(functionCall)];
  return (
    calls.length === rest.split("(").length - 1 && calls.every(([, name = ""]) => allowedFunctions.has(name))
  );
}

/** Returns the ids that a value refers to. */
export function idsIn(value: string): string[] {
  return [...value.matchAll(localUrl)].flatMap(([, , id]) => id ?? []);
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}
