// A name as a noun, as engine/core/noun.h has it: the same rules, held to the same answers by tests/data/nouns.txt.

const begins_with = (text, opening) => text.toLowerCase().startsWith(opening);
const any = (text, openings) => openings.some((opening) => begins_with(text, opening));

const is_many = (grammar) => grammar.startsWith("les") || grammar.endsWith("many");
const is_feminine = (grammar) => ["la", "f", "f many", "les f"].includes(grammar);

const mute_h =
  /^(habi|hélic|hélio|herb|héroï|hésit|heur|hist|hiver|homm|honn|hôpit|horiz|horlog|horr|hôte|huil|humain|hydr|hymn|hyp)/i;
const begins_with_vowel = (text) => /^[aeiouàâäéèêëîïôöùûüœæ]/i.test(text) && !any(text, ["onze", "oui"]);
// A single letter is said by its name: de A.
const elides = (text) => text.length > 1 && (begins_with_vowel(text) || mute_h.test(text));

// A name without the article that it takes, and that article.
function parted({ text, grammar }) {
  for (const article of ["le ", "la ", "les ", "l'"])
    if (begins_with(text, article)) return [article, text.slice(article.length)];
  if (grammar.startsWith("les")) return ["les ", text];
  if (grammar !== "le" && grammar !== "la") return ["", text];
  return [elides(text) ? "l'" : `${grammar} `, text];
}

function french(noun, form) {
  const [article, rest] = parted(noun);
  const { text, grammar } = noun;
  if (form === "un") {
    const common = grammar === "m" || grammar === "f" || is_many(grammar);
    if (article || any(rest, ["un ", "une "]) || !common) return text;
    return (is_many(grammar) ? "des " : is_feminine(grammar) ? "une " : "un ") + rest;
  }
  if (form === "le") return article + rest;
  if (article === "le ") return (form === "de" ? "du " : "au ") + rest;
  if (article === "les ") return (form === "de" ? "des " : "aux ") + rest;
  if (form === "à") return `à ${article}${rest}`;
  return (!article && elides(rest) ? "d'" : "de ") + article + rest;
}

function takes_an(text) {
  if (any(text, ["hour", "honest", "honor", "honour", "heir"])) return true;
  return begins_with_vowel(text) && !any(text, ["uni", "uti", "use", "eu", "one ", "one-"]);
}

function english({ text, grammar }, form) {
  if (begins_with(text, "the ")) return `the ${text.slice(4)}`;
  if (form === "the") return grammar.startsWith("the") || grammar === "a" ? `the ${text}` : text;
  return grammar === "a" ? (takes_an(text) ? "an " : "a ") + text : text;
}

export function formed(noun, form, language) {
  if (noun.grammar !== "phrase") return language === "fr" ? french(noun, form) : english(noun, form);
  if (language !== "fr") return `“${noun.text}”`;
  return `${form === "le" || form === "un" ? "" : `${form} `}«\u00A0${noun.text}\u00A0»`;
}

// Which of the texts between bars agrees with a noun: masculine|feminine, or both again for several.
export function agreeing({ text, grammar }, texts) {
  const choices = texts.split("|");
  const feminine = is_feminine(grammar) || any(text, ["la ", "une "]);
  const many = is_many(grammar) || begins_with(text, "les ");
  return choices[(feminine ? 1 : 0) + (many && choices.length === 4 ? 2 : 0)] ?? "";
}

// One or many by a figure: French counts 0 as one.
export const is_one = (figure, language) => Math.abs(figure) === 1 || (figure === 0 && language === "fr");
