import { type HeardLanguage, pairs, plainNumbers } from '../heard-language.js'
import { counted, hundreds, tens, words } from '../word-lists.js'

/** Russian, which the agent only understands. */
export const russian: HeardLanguage = {
  code: 'ru',
  stopWords: words(
    'про и в во на с со из к по у о об для что как кто где когда это есть мне меня мои мой моя пожалуиста все всех какие какои какая ли не',
  ),
  actions: {
    list: words('все какие список перечисли сколько'),
    get: words('расскажи покажи показать дай открои посмотреть какои какая'),
    find: words('наиди наити поиск ищи'),
    create: words('создаи создать добавь добавить положи новыи новая зарегистрируи'),
    update: words('измени изменить поменяи обнови обновить переименуи'),
    delete: words('удали удалить убери'),
    cancel: words('отмени отменить'),
  },
  numbers: plainNumbers({
    ...counted(`ноль один два три четыре пять шесть семь восемь девять десять одиннадцать двенадцать тринадцать четырнадцать пятнадцать
      шестнадцать семнадцать восемнадцать девятнадцать двадцать`),
    ...tens('тридцать сорок пятьдесят шестьдесят семьдесят восемьдесят девяносто', 30),
    ...hundreds('сто двести триста четыреста пятьсот шестьсот семьсот восемьсот девятьсот'),
  }),
  forbidding: /^(?:пожалуйста,? )?(?:не|никогда|нельзя)\s+\p{L}/iu,
  questions: words('что кто где когда какие какои какая сколько'),
  linking: words('на под номер'),
  renaming: words('на в'),
  selfQuestions: ['кто я', 'под каким именем'],
  bounds: { lower: words('от между'), upper: words('до') },
  joints: words('и'),
  naming: words('названием именем называется'),
  pointers: words('номер код id'),
  beforeVerbs: [],
  own: [],
  determiners: [],
  countQuestions: [],
  days: {},
  weekdays: [],
  months: [],
  translations:
    pairs(`пароль password, телефон phone, товар product, товары product, продукт product, пользователь user, пользователи user, пользователя user, клиент customer,
    заказ order, заказы order, заказа order, бренд brand, бренды brand, категория category, категории category, корзина basket, корзину
    basket, цена price, статус status, проект project, проекты project, задача task, задачи task, комментарии comment, книга book, книги book,
    курс course, курсы course, пользователей user, пользователю user, клиенты client, клиентов client, товаров product, товара product, заказов order, брендов
    brand, категорий category, задач task, задачу task, книг book, книгу book, друг friend, друзья friend, друзей friend, фильм film, фильмы film,
    фильмов film, урок lesson, уроки lesson, уроков lesson, жанр genre, жанры genre, жанров genre, корзине basket, комментарий comment, сообщение message, сообщения message, счет account, платеж payment`),
}
