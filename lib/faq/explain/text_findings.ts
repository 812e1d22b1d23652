import { FEEDBACK } from "../clean/part_kinds.ts";
import type { FaqFindingCode } from "./faq_finding.ts";

/** A sign in the text of a question or an answer that an editor would not publish it. */
export interface TextFinding {
  readonly code: FaqFindingCode;
  readonly message: string;
  readonly in: "question" | "answer";
  readonly pattern: RegExp;
  /** True if a picture, a table, code or a list in the answer makes the text complete. */
  readonly unlessShown?: boolean;
}

/** Scripts without spaces between words. */
const UNSPACED = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}`;

const CALLS = [
  String.raw`(?:(?:are|do|did|would|will|don[’']t|couldn[’']t|can[’']t|can|could) (?:you |we )?)?(?:still |not )*(?:ready to|interested(?: in|\?)|new (?:to|here)|unresolved|need(?: some| more| any)? (?:help|assistance|support)|need more(?: (?:info|information|details|answers))?\?|have (?:any |more |a |another |other |further |additional )*(?:questions?|feedback|suggestions?|comments?|ideas?)|got (?:any |more |a )*questions?|any (?:other |more |further )?questions?|questions\?|stuck\?|confused\?|looking for (?:more|help|support|something else)|want(?:ed)? (?:to (?:learn|know|see|hear|read|try|get|join|contribute|work)|more|help)|curious\?|(?:find|found) (?:what|the answer)|(?:find|found|see) an? (?:bug|error|mistake|typo|issue)|like (?:what you|this (?:post|page|article|video)))`,
  String.raw`(?:(?:haben sie |hast du |habt ihr )?(?:noch |weitere )+fragen|(?:haben sie|hast du|habt ihr) (?:noch )?(?:ergänzungen|anregungen|vorschläge|verbesserungen|feedback|kritik|ideen)|bereit (?:für|zu|loszulegen|,)|brauchen sie hilfe|brauchst du hilfe|interesse geweckt|neugierig)`,
  String.raw`(?:prêt(?:e|s|es)? (?:à|pour)|besoin d[’']aide|(?:vous avez )?(?:d[’']autres |des |encore des )questions|envie d)`,
  String.raw`¿?(?:(?:estás? )?list[oa]s? para|(?:necesitas?|necesita) ayuda|(?:aún |todavía )?(?:tienes?|tiene) (?:más |alguna |otras? )?(?:preguntas?|dudas?)|quieres? (?:saber|aprender|probar))`,
  String.raw`(?:(?:está )?pront[oa]s? para|precisa de ajuda|(?:ainda )?(?:tem|ficou com) (?:mais |alguma )?(?:dúvidas?|perguntas?)|quer saber mais)`,
  String.raw`(?:pront[oiae] (?:a|per)|(?:hai|serve) bisogno|serve aiuto|hai (?:altre )?domande|vuoi (?:saperne|provare))`,
  String.raw`(?:klaar om|hulp nodig|(?:heb je |nog )+(?:nog )?vragen|masz (?:jeszcze )?pytania|potrzebujesz pomocy|gotow[yi] na|готовы (?:начать|попробовать)|остались вопросы|нужна помощь|redo att|behöver du hjälp|har du frågor)`,
  String.raw`(?:(?:他に|その他)?(?:ご?質問|お困り).{0,12}[?？]|还有(?:其他)?(?:问题|疑问)|準備好了|准备好了|需要帮助|더 궁금|도움이 필요)`,
];

/** A sentence of at most 120 characters that is the whole answer. A period within a word does not end it. */
const ONE_SENTENCE = String.raw`(?:[^\n.!?]|[.!?](?=[^\s])){1,120}[.!]?$`;

/** Questions without a word that says what they are about. */
const WITHOUT_TOPIC = [
  String.raw`(?:and |so |but )?(?:what|how|why|who|where|when|which)(?:[’']s| is| are| was| does| do| did| can| should| would| will)?(?: i| you| we)?(?: get| use| need| do| install| try| buy| want| run| start| fix| have)? (?:it|this|that|they|these|those|them)(?: (?:work|works|for|about|mean|all about|matter|exist|help|do|cost|all|good(?: at| for)?))?`,
  String.raw`(?:now |so )?what(?:[’']s)? (?:now|next|gives|required|else)|(?:now|so) what|why (?:not|bother)|how so|in a hurry|and now`,
  String.raw`(?:was|wie|warum|wozu) (?:ist|geht|funktioniert|heißt|soll|macht|bringt) (?:das|es|dies)|(?:was|und|wie|wo) (?:nun|jetzt|weiter)|warum nicht|in eile`,
  String.raw`(?:qu[’']est-ce que c[’']est|c[’']est quoi|comment ça marche|pourquoi pas|et (?:maintenant|après))`,
  String.raw`¿?(?:qué (?:es|significa)(?: (?:esto|eso))?|cómo funciona(?: esto)?|por qué no|qué esperar|y ahora(?: qué)?)`,
  String.raw`(?:o que é isso|como funciona(?: isso)?|por que não|e agora|che cos[’']è|cos[’']è|come funziona|perché no|e adesso|wat is (?:dit|het|dat)|hoe werkt (?:het|dit|dat)|co to jest|jak to działa|jak na to|co to je|jak to funguje|kde je chyba|что это(?: такое)?|как это работает|これは何(?:ですか)?|这是什么|這是什麼)`,
];

/** Findings in texts. Each pattern reads a bounded part of the text, or has no repeated group. */
export const TEXT_FINDINGS: readonly TextFinding[] = [
  {
    code: "call-to-action",
    message: "The question invites readers to act, so it is not a question that readers ask.",
    in: "question",
    pattern: new RegExp(`^(?:${CALLS.join("|")})`, "iu"),
  },
  {
    code: "feedback",
    message: "The question asks readers for feedback, so it is not a question that readers ask.",
    in: "question",
    pattern: FEEDBACK,
  },
  {
    code: "one-word-question",
    message: "The question is a single word, which means nothing without the page.",
    in: "question",
    pattern: new RegExp(`^[^\\s${UNSPACED}]+$`, "u"),
  },
  {
    code: "one-word-question",
    message: "The question does not say what it is about, so it means nothing without the page.",
    in: "question",
    pattern: new RegExp(`^(?:\\d[\\d.]{0,8}[:.)]? )?(?:${WITHOUT_TOPIC.join("|")}) ?[?？]$`, "iu"),
  },
  {
    code: "link-only",
    message: "The answer only points to another text.",
    in: "answer",
    pattern: new RegExp(
      String.raw`^(?:(?:for [^\n.!?]{1,60}, )?(?:please )?(?:see|refer to|read (?:more|about)|check out) |please (?:read|visit|consult|check) |siehe |voir |(?:véase|consulte) |(?:veja|consulta) |vedi |zie |(?:см\.|смотрите) |zobacz |viz |请?(?:参阅|参考|参见|查看)|請參)${ONE_SENTENCE}`,
      "iu",
    ),
  },
  {
    code: "link-only",
    message: "The answer only points to another text.",
    in: "answer",
    pattern:
      /^(?:[^\n.!?]|[.!?](?=\S)){1,120} (?:here|hier|aquí|aqui)[.!]?$|^[^\n。]{1,60}をご?(?:覧|参照)ください。?$/iu,
  },
  {
    code: "cut-off",
    message: "The answer ends with an ellipsis, so it may be the beginning of another text.",
    in: "answer",
    pattern:
      /[^\n]{0,60}(?:…|\.{3})[\])]?(?:\s(?:read|continue|weiter|lire|leer|ler|leggi|lees|více|więcej|далее|more)[^\n]{0,40})?$/iu,
    unlessShown: true,
  },
  {
    code: "promotion",
    message: "The answer is a line about another post, such as its date.",
    in: "answer",
    pattern: /^[^\n]{0,60}\d{1,3} (?:min(?:ute)?s?|hours?|days?|weeks?|months?|years?) (?:ago|read)$/iu,
  },
  {
    code: "promotion",
    message: "The answer contains the line that a feed adds to a post.",
    in: "answer",
    pattern: /(?:^|\n)The post [^\n]{1,200} (?:appeared first|first appeared) on [^\n]{1,60}/u,
  },
  {
    code: "raw-markup",
    message: "The answer contains markup that was not rendered.",
    in: "answer",
    pattern:
      /(?:^|\n)(?:(?:\/{3}|!{3}|\?{3}\+?) (?:note|tip|hint|info|warning|danger|details|abstract|example|check|caution|important|success|failure|bug|quote)(?![\p{L}.])[^\n]{0,60}|(?:sequenceDiagram|(?:flowchart|graph) (?:TD|TB|BT|LR|RL)|classDiagram|stateDiagram(?:-v2)?|erDiagram|gitGraph)(?=\n))/u,
  },
  {
    code: "protected-email",
    message:
      "An email address is hidden by Cloudflare. Write it in another form, or turn the protection off.",
    in: "answer",
    pattern: /\[email[\s\u00a0]protected\]/iu,
  },
  {
    code: "missing-picture",
    message: "The answer refers to a picture, which an entry does not have.",
    in: "answer",
    pattern:
      /(?:(?:screenshot|image|picture|photo|figure|diagram|illustration|animation|gif|video|chart|graph)s? (?:shown )?(?:below|above)(?!\p{L})|(?:following|above|below) (?:screenshot|image|picture|photo|figure|diagram|illustration|animation|gif|video)(?!\p{L})|(?:see (?:the )?|in the )(?:screenshot|picture|figure|diagram)(?=[\s.,:)])|(?:see|in) (?:picture|figure|fig\.|diagram) \d|(?:folgende[nrms]?|untenstehende[nr]?|obige[nr]?) (?:bild|abbildung|screenshot|grafik)|(?:bild|abbildung|screenshot|grafik) (?:unten|oben)|(?:image|figure|capture d[’']écran|photo|schéma) (?:ci-dessous|ci-dessus|suivante?)|(?:imagen|captura(?: de pantalla)?|figura|foto|imagem) (?:siguiente|de abajo|a continuación|abaixo|a seguir|anterior|acima)|(?:immagine|figura|schermata) (?:seguente|sotto|qui sotto|sopra)|(?:afbeelding|schermafbeelding|figuur) (?:hieronder|hierboven)|(?:на|как на) (?:рисунке|скриншоте|картинке) (?:ниже|выше)|(?:下|上|以下)の(?:図|画像|スクリーンショット|写真)|(?:如下图|如上图|如图所示|下图|上图|下圖|如圖))/iu,
  },
  {
    code: "missing-picture",
    message: "The answer refers to something that is shown beside it, and is not in the entry.",
    in: "answer",
    pattern:
      /(?:as|like) (?:shown|seen|illustrated|pictured|depicted) (?:below|above|here)(?!\p{L})|wie (?:unten|oben|hier) (?:gezeigt|dargestellt|zu sehen)|comme (?:illustré|montré|indiqué) ci-(?:dessous|dessus)|como se (?:muestra|ve|mostra) (?:a continuación|abajo|abaixo|arriba)|come mostrato (?:sotto|di seguito)|zoals hieronder (?:weergegeven|getoond)|как показано (?:ниже|выше)/iu,
    unlessShown: true,
  },
  {
    code: "placeholder",
    message: "The answer is a placeholder.",
    in: "answer",
    pattern:
      /^(?:lorem ipsum|(?:tbd|tba|todo|to do|to be (?:done|written|announced|added)|coming soon|answer (?:goes )?here|wip|n\/a|xxx+)[\s.:!…]*$)/iu,
  },
  {
    code: "raw-markup",
    message: "The answer contains markup that was not rendered.",
    in: "answer",
    pattern:
      /\[\/?(?:vc_|et_pb_|fusion_|su_|caption|gallery|embed|toggle|accordion)[a-z_]{0,30}[\s\]=]|\{\{[<%] ?[a-z]|(?:^|\n):::[^\n]{0,60}|&amp;(?:nbsp|amp|lt|gt|quot|#\d{1,5});/iu,
  },
  {
    code: "answer-label",
    message: 'The answer begins with a label, such as "A:".',
    in: "answer",
    pattern:
      /^(?:A|Ans|Answer|Antwort|Réponse|Respuesta|Resposta|Risposta|Antwoord|Ответ|答案?|回答)[\s\u00a0]?[:：]\s?\S.{0,60}/u,
  },
  {
    code: "short-answer",
    message: "The answer is one or two words.",
    in: "answer",
    pattern: new RegExp(`^(?:[^\\s${UNSPACED}]{1,100}(?:\\s[^\\s${UNSPACED}]{1,100})?|[^\\s]{1,3})$`, "u"),
  },
];
