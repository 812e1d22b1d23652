/** Code of a kind of page part that is not text of an answer. */
export type PagePartCode =
  | "navigation"
  | "control"
  | "edit-link"
  | "feedback"
  | "share-bar"
  | "icon"
  | "line-numbers"
  | "link-note"
  | "promotion";

/** A kind of page part that an editor would not publish in an answer, and the signs of it. One sign is enough. */
export interface PagePartKind {
  readonly code: PagePartCode;
  /** The finding, as a sentence. */
  readonly message: string;
  readonly elements?: ReadonlySet<string>;
  readonly roles?: ReadonlySet<string>;
  /** A class name in kebab case: `editThisPage`, `edit_this_page` and `edit-this-page` are the same. */
  readonly classes?: RegExp;
  /** The target of a link. */
  readonly href?: RegExp;
  /** The whole text of a link. */
  readonly linkText?: RegExp;
  /** The whole text of an element with links or buttons only. */
  readonly linksText?: RegExp;
  /** The whole text of a short element, from its first to its last letter or bracket. */
  readonly text?: RegExp;
  /** True if an element within a sentence is also recognized by its text. */
  readonly isInSentences?: boolean;
  /** The text that an element with one of the elements or classes must have. */
  readonly onlyText?: RegExp;
}

const BACK_TO_TOP =
  /^(?:(?:(?:go|return|scroll|jump) )?(?:back )?(?:up )?to (?:the )?(?:top|index|contents|table of contents)|top of (?:the )?page|(?:zurück )?nach oben|zum (?:seiten)?anfang|(?:retour |revenir )?(?:en|au) haut(?: de (?:la )?page)?|haut de (?:la )?page|(?:volver |ir )?(?:hacia )?arriba|(?:volver|ir) al (?:inicio|principio)|(?:voltar|ir) (?:ao|para o) (?:topo|início)|torna (?:su|in alto|all[’']inizio)|(?:terug )?naar (?:de )?(?:boven|top)|наверх|вверх|к началу(?: страницы)?|(?:wróć )?(?:na|do) (?:początek|góry|górę)|(?:tillbaka )?till toppen|til(?:bage til)? toppen|takaisin ylös|nahoru|(?:sayfa )?başına? dön|(?:この)?(?:ページ|画面)?の?(?:トップ|先頭|上)[へに](?:戻る)?|(?:回到|返回)(?:页首|頁首|顶部|頂部)|맨 위로|العودة (?:إلى|الى) (?:الأعلى|أعلى)|חזרה למעלה)$/iu;

const NEIGHBOR =
  /^(?:prev(?:ious)?|next|zurück|weiter|vorherige[rs]?|nächste[rs]?|précédent|suivant|anterior|siguiente|próxim[ao]|precedente|successivo|vorige|volgende|poprzedni|następny|предыдущ(?:ая|ий)|следующ(?:ая|ий)|назад|вперёд|föregående|nästa|前へ|次へ|上一[页頁篇]|下一[页頁篇]|이전|다음|table of contents|inhaltsverzeichnis|table des matières|tabla de contenidos|оглавление|目次|目录|目錄)(?: (?:page|post|article|question|section|chapter|topic|lesson|seite|page|página|pagina))?(?:$| ?[:|/«»‹›<>←→·] ?.{0,120}$| (?:next|weiter|nächste|suivant|siguiente|próximo|successivo|volgende|następny|далее|nästa)(?:$|[^\p{L}].{0,60}$))/iu;

/** The line of links above a section of GNU Texinfo: "Next: …, Previous: …, Up: … [Contents]". */
const TEXINFO = /^(?:next|prev(?:ious)?|up): .{1,120}(?:, (?:prev(?:ious)?|up): |\[(?:contents|index)\])/iu;

const EDIT_BRACKETS =
  /^\[ ?(?:edit|bearbeiten|modifier|editar|modifica|bewerken|edytuj|править|изменить|редагувати|redigera|rediger|muokkaa|editovat|upravit|düzenle|değiştir|szerkesztés|επεξεργασία|編集|编辑|編輯|편집|sửa|sunting|تعديل|عدل|ویرایش|עריכה|ubah|modifică)(?:[ |].{0,40})?\]$/iu;
const EDIT_PAGE =
  /^(?:edit|improve|fix) (?:this|the) (?:page|section|article|document|doc|wiki page)(?: on \S{1,20})?$|^edit (?:page )?on \S{1,20}$|^suggest (?:an )?(?:edits?|changes?)(?: to this page)?$|^(?:diese )?seite bearbeiten$|^(?:modifier|éditer) cette page$|^editar esta página$|^modifica questa pagina$|^deze pagina bewerken$|^отредактировать эту страницу$|^このページを編集$|^编辑(?:此页|本页)$|^編輯此頁$/iu;

/** The beginning of a text that asks readers for feedback. */
export const FEEDBACK: RegExp =
  /^(?:(?:was|is|were|did|has|have|do) (?:this|the|that|these|you find (?:this|the)|we)(?: \S{1,20}){0,4} (?:helpful|useful|help|answer (?:your|the) question)(?:$|[^\p{L}])|(?:how (?:helpful|useful) was|rate) this |(?:thanks|thank you) for (?:your|the) feedback|\d{1,9} (?:out )?of \d{1,9} (?:people |users |customers )?(?:found|think)|(?:war|ist|fanden sie) (?:dies\S{0,2}|die|der)(?: \S{1,30}){0,3} (?:hilfreich|nützlich)|hat (?:ihnen|dir) (?:dies|der|die).{0,40}geholfen|(?:(?:est-ce que )?(?:cet|cette|ce)|avez-vous trouvé).{0,40}(?:utile|aidé)|(?:(?:te|le) )?(?:ha sido|fue|resultó|resulta|es|te pareció|has encontrado) .{0,40}útil|(?:este|esta|isto|isso|esto) .{0,50}(?:útil|ajudou|ayudó)|(?:questo|questa|questi|ti è stat[oa]|hai trovato) .{0,40}(?:utile|aiutato)|(?:was|is|heeft) (?:dit|deze) .{0,30}(?:nuttig|behulpzaam|geholpen)|czy (?:ten|ta|to) .{0,40}(?:pomocn|przydatn|pomógł)|(?:была? ли|помогл[аои]? ли|эта статья) .{0,40}(?:полезн|помог)|(?:この|こちらの).{0,30}(?:役に立ちました|参考になりました)|(?:此|这|這|本).{0,20}(?:有帮助|有幫助|有用)|.{0,20}도움이 (?:되었|됐|되셨)|هل (?:كان|كانت|ساعدك) .{0,40}|bu (?:makale|sayfa|yazı).{0,20}(?:yardımcı|faydalı|yararlı)|(?:var|hade) (?:den här|detta|du) .{0,30}(?:hjälp|nytta))/iu;

const SHARE =
  /^(?:share(?: (?:this|on|via|with|to|post|article|page|it)(?:$|[^\p{L}].{0,100}$)|$|:.{0,100}$)|tweet(?: this| it)?$|pin it$|teilen(?: (?:auf|mit|über) .{0,40})?$|partager(?: sur .{0,40})?$|compartir(?: en .{0,40})?$|compartilhar(?: no .{0,40})?$|condividi(?: su .{0,40})?$|delen(?: op .{0,40})?$|udostępnij$|поделиться(?:$| .{0,40}$)|シェア(?:する)?$|共有(?:する)?$|分享(?:到.{0,20})?$|공유(?:하기)?$|مشاركة$)/iu;

const LINK_NOTE =
  /^\(?(?:(?:link )?(?:opens?|opening) (?:in|on) (?:a |an )?(?:new|separate|external|another) (?:tab|window|browser tab|site|website)|(?:opens )?(?:new|external) (?:tab|window|link|site)|(?:wird |link )?(?:öffnet|geöffnet)?(?: sich)? ?in (?:einem )?neue[mns] (?:tab|fenster).{0,12}|(?:s[’']ouvre|ouverture|lien externe|nouvel(?:le)?) ?(?:dans )?(?:un |une )?(?:nouvel(?:le)? )?(?:onglet|fenêtre)|se abre en (?:una )?(?:nueva )?(?:pestaña|ventana)(?: nueva)?|abre (?:em|numa) (?:nova |uma nova )?(?:guia|janela|aba|página)|(?:si apre in una )?nuova (?:finestra|scheda)|opent in (?:een )?nieuw (?:tabblad|venster)|(?:откроется|открывается) в нов(?:ой|ом) (?:вкладке|окне)|新しい(?:タブ|ウィンドウ)で開(?:く|きます)|(?:在)?新(?:标签页|窗口|視窗|分頁)(?:中)?(?:打开|開啟)?|새 (?:창|탭)(?:에서|으로) (?:열기|열림))\)?$/iu;

/** The summary of a part that a reader opens. */
const DISCLOSURE =
  /^(?:click|tap|press|expand|show|view|see|read|hide|toggle)(?: here)?(?: to (?:expand|show|view|see|reveal|open|read|collapse|hide) .{1,60}| to (?:expand|show|view|see|reveal|open|read|collapse|hide)| more| less| (?:the )?(?:answer|solution|details|transcript|output|results?|code))$|^(?:mehr|weniger|details|lösung|antwort) (?:anzeigen|ausblenden)$|^(?:afficher|masquer|voir) (?:plus|moins|la (?:réponse|solution))$|^(?:mostrar|ocultar|ver) (?:más|menos|mais|respuesta|resposta|solución|detalles|detalhes)$|^(?:展开|收起|显示更多|查看更多|もっと見る|続きを読む|閉じる)$/iu;

/** The kinds, the most certain first. Source: the markup of the programs that `docs/faq_options.md` names. */
export const PAGE_PART_KINDS: readonly PagePartKind[] = [
  {
    code: "edit-link",
    message: "The answer contains a link to edit the page.",
    classes:
      /^(?:mw-editsection(?:-like)?|editsection|(?:(?:post|page|section|theme|docs?|github)-)?edit-(?:link|this-page|page|button|on-github|section)|edit-url)$/,
    href: /^https?:\/\/(?:github|gitlab)\.com\/[^/]{1,100}\/[^/]{1,100}\/(?:-\/)?edit\/|[?&]action=edit(?:&|$)/i,
    linkText: EDIT_PAGE,
    text: EDIT_BRACKETS,
  },
  {
    code: "feedback",
    message: "The answer contains a form that asks readers for feedback.",
    classes:
      /^(?:article-votes?|(?:(?:page|article|docs?|user|faq|site|content|betterdocs|helpful|post)-)?feedback-?(?:widget|form|box|section|container|wrapper|buttons?|bar|prompt|footer)|(?:page|article|docs?|faq|betterdocs)-feedback|(?:was-)?(?:this-)?helpful(?:-(?:widget|votes?|buttons?|box|form|container|wrapper))?|helpfulness|article-rating|post-ratings|page-rating|rating-widget|kk-star-ratings)$/,
    text: FEEDBACK,
  },
  {
    code: "share-bar",
    message: "The answer contains links to share the page.",
    classes:
      /^(?:sharedaddy|sd-sharing(?:-enabled)?|jp-sharing|addtoany-(?:share-save-container|content|list)|a2a-kit|addthis-(?:toolbox|inline-share-toolbox)|sharethis-.{1,40}|st-sharing|heateor-sss-sharing-container|shariff|ssba|essb-links|(?:(?:social|post|page|article|entry|blog)-)?(?:share|sharing)-?(?:bar|buttons?|links?|icons?|widget|container|list|box|wrapper|this)|social-(?:share|sharing|media-share)(?:-.{1,30})?|(?:post|page|article|entry)-(?:share|sharing))$/,
    href: /^https?:\/\/(?:[a-z-]{1,20}\.)?(?:facebook\.com\/(?:sharer|dialog\/share)|twitter\.com\/(?:intent|share)|x\.com\/(?:intent|share)|linkedin\.com\/(?:shareArticle|sharing)|pinterest\.[a-z.]{2,8}\/pin\/create|reddit\.com\/submit|wa\.me\/\?|whatsapp\.com\/send\/?\?|telegram\.me\/share|t\.me\/share|bsky\.app\/intent|threads\.net\/intent|tumblr\.com\/(?:share|widgets)|vk\.com\/share|b\.hatena\.ne\.jp\/entry|line\.me\/R\/msg|news\.ycombinator\.com\/submitlink)|^mailto:\?/i,
    linksText: SHARE,
  },
  {
    code: "navigation",
    message: "The answer contains navigation, such as links to the next page or to the top.",
    elements: new Set(["nav"]),
    roles: new Set(["navigation", "doc-toc", "doc-pagelist"]),
    classes:
      /^(?:breadcrumbs?|pagination(?:-(?:nav|links?|wrapper|container))?|pager|(?:posts?|page|section|chapter|docs?|article)-(?:nav|navigation|pagination)|nav-(?:links|previous|next|buttons)|prev-next(?:-.{1,20})?|previous-next|back-?to-?(?:the-)?top(?:-.{1,20})?|(?:scroll|go)-?to-?top|toc|toc-(?:container|wrapper|collapsible)|table-of-contents|ez-toc-container|lwptoc|on-this-page|skip-link|page-?top)$/,
    href: /^#(?:top|page-?top|back-?to-?top|toc|table-of-contents)$/i,
    linkText: BACK_TO_TOP,
    linksText: NEIGHBOR,
    text: TEXINFO,
  },
  {
    code: "control",
    message: "The answer contains the label of a button or of another control.",
    elements: new Set(["button", "select", "textarea", "clipboard-copy"]),
    roles: new Set([
      "button",
      "menu",
      "menubar",
      "toolbar",
      "tablist",
      "tab",
      "switch",
      "combobox",
      "listbox",
    ]),
    classes:
      /^(?:copy-?(?:code-?)?(?:btn|button|link|to-clipboard)|code-copy(?:-.{1,20})?|clipboard-(?:btn|button)|btn-(?:copy|clipboard)|copybtn|toolbar-item|wp-block-buttons?|kg-button-card|elementor-button(?:-.{1,20})?|et-pb-button|w-button)$/,
  },
  {
    code: "control",
    message: "The answer contains the label of a button or of another control.",
    elements: new Set(["summary"]),
    onlyText: DISCLOSURE,
  },
  {
    code: "icon",
    message: "The answer contains the name of an icon.",
    elements: new Set(["mat-icon"]),
    classes: /^(?:material-(?:icons|symbols)(?:-.{1,20})?|google-symbols|mat-icon)$/,
    onlyText: /^[a-z0-9]{1,30}(?:_[a-z0-9]{1,30}){0,6}$/,
  },
  {
    code: "icon",
    message: "The answer contains the name of an icon.",
    classes: /^(?:.{1,20}-)?icons?(?:-.{1,20})?$/,
    onlyText: /^[a-z0-9]{1,30}(?:_[a-z0-9]{1,30}){1,6}$|^[\ue000-\uf8ff]{1,10}$/,
  },
  {
    code: "line-numbers",
    message: "The answer contains the line numbers of code.",
    classes:
      /^(?:linenos?|linenodiv|lnt?|line-?numbers?|gutter|rouge-gutter|hljs-ln-numbers|blob-num|code-line-numbers?|react-syntax-highlighter-line-number)$/,
    onlyText: /^[\d\s]{1,10000}$/,
  },
  {
    code: "link-note",
    message: 'The answer contains a note for screen readers on a link, such as "opens in a new tab".',
    text: LINK_NOTE,
    isInSentences: true,
  },
  {
    code: "promotion",
    message: "The answer contains advertising, or links to other posts.",
    classes:
      /^(?:adsbygoogle|advertisement|ad-(?:slot|container|unit|wrapper)|jp-relatedposts|related-(?:posts?|articles?|reading)|yarpp(?:-related)?|newsletter-(?:form|signup|box|widget)|subscribe-(?:form|box|widget)|cookie-(?:banner|notice|consent))$/,
  },
];
