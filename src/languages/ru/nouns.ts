import { lazy } from '../../toolkit/model/lazy.js'
import { pairs } from '../heard-language.js'
import { allOf, declined } from '../heard-language-forms.js'

const masculine = { ending: '-', singular: '- а у ом ем е', plural: 'ы и ов ев ам ами ах' }
const masculineInSoft = { ending: 'ь', singular: 'ь я ю ем е', plural: 'и ей ям ями ях' }
const masculineInJ = { ending: 'й', singular: 'й я ю ем е и', plural: 'и ев ям ями ях' }
const masculineInEk = { ending: 'ок', singular: 'ок ка ку ком ке', plural: 'ки ков кам ками ках' }
const feminine = { ending: 'а', singular: 'а ы и е у ой ей', plural: 'ы и - ам ами ах' }
const feminineInKa = { ending: 'ка', singular: 'ка ки ке ку кой', plural: 'ки ок ек кам ками ках' }
const feminineInIa = { ending: 'я', singular: 'я и ю ей е', plural: 'и й ям ями ях' }
const feminineInSoft = { ending: 'ь', singular: 'ь и ью', plural: 'и ей ям ями ях' }
const neuterInE = { ending: 'е', singular: 'е я ю ем и', plural: 'я й ям ями ях' }
const neuterInO = { ending: 'о', singular: 'о а у ом е', plural: 'а - ам ами ах' }

/** Russian nouns that are common in APIs, each with its English word. */
export const russianNouns = lazy(() =>
  allOf(
    declined(
      `клиент customer, сотрудник работник employee, менеджер manager, начальник supervisor, администратор administrator, контакт contact,
    участник member, автор author, курьер courier, поставщик supplier, врач доктор doctor, пациент patient, студент ученик student, пассажир passenger,
    арендатор жилец tenant, игрок player, тренер coach, кандидат candidate, друг friend, подписчик subscriber, владелец owner, артист artist,
    гость guest, отдел department, филиал branch, коллектив team,

    товар продукт product, заказ order, чек receipt, счет invoice, платеж payment, купон coupon, магазин store, склад warehouse, возврат refund, адрес address,
    налог tax, перевод transfer, банк bank, кредит loan, долг debt, расход expense, доход income, бюджет budget, тариф plan, договор контракт contract,
    бренд brand, каталог catalog, отзыв review, баланс balance, штраф fine, абонемент subscription,

    номер room, билет ticket, рейс flight, график schedule, прием appointment, визит appointment, маршрут route, аэропорт airport,
    диагноз diagnosis, симптом symptom, рецепт prescription, препарат medicine, анализ test, курс course, урок lesson, класс class, экзамен exam,
    предмет subject, вопрос question, ответ answer, опрос survey, сертификат certificate, дом house, гараж garage, ремонт repair,

    фильм movie, альбом album, жанр genre, эпизод episode, файл file, документ document, пост post, канал channel, чат chat, шаблон template, тег tag, проект project,
    этап step, запрос request, отчет report, датчик sensor, сервер server, ключ key, сервис service, доступ access, аккаунт account,
    отпуск leave, рейтинг rating, турнир tournament, матч match, напиток drink, ресторан restaurant, ингредиент ingredient, город city, телефон phone, статус status,
    цвет color, тип type, размер size, язык language, код code, возраст age, вес weight, приоритет priority, район neighborhood`,
      masculine,
    ),
    declined(
      `пользователь user, покупатель buyer, руководитель manager, водитель driver, исполнитель artist, учитель преподаватель teacher, посетитель visitor, получатель recipient,
    отправитель sender, профиль profile, отель hotel, автомобиль car, календарь calendar, пароль password, слушатель student, житель resident`,
      masculineInSoft,
    ),
    declined('комментарий comment, случай incident, сценарий script, музей museum', masculineInJ),
    declined(
      'список list, подарок gift, участок property, рынок market, звонок call, остаток balance, заголовок title',
      masculineInEk,
    ),
    declined(
      `группа group, команда team, корзина cart, цена price, оплата payment, выплата payout,
    продажа sale, валюта currency, карта card, комната room, квартира apartment, аренда rent,
    больница hospital, клиника clinic, вакцина vaccine, школа school, задача task, проблема issue, жалоба complaint, страница page, книга book, глава chapter,
    лампа lamp, камера camera, зарплата salary, смена shift, работа job, встреча meeting, еда food,
    игра game, лига league, улица street, дата date, сумма amount, погода weather, собака dog, аптека pharmacy, выставка exhibition, страна country, причина reason, программа program,
    машина car, анкета form, система system, услуга service`,
      feminine,
    ),
    declined(
      `скидка discount, покупка purchase, доставка delivery, подписка subscription, посылка package, карточка card, поездка trip, оценка grade, картинка image,
    папка folder, тренировка workout, заметка note, заявка request, ошибка error, прививка vaccine, настройка setting, рассылка newsletter, остановка stop,
    кошка cat, отправка shipment, поставка supply, путевка trip, метка tag, закладка bookmark, загрузка upload, проверка check,
    упаковка package, справка certificate, выписка statement`,
      feminineInKa,
    ),
    declined(
      `компания company, организация organization, категория category, акция promotion, гарантия warranty, станция station,
    лекция lecture, фотография photo, публикация post, транзакция transaction, операция transaction, квитанция receipt,
    функция feature, кухня kitchen, версия version, вакансия vacancy, история history, песня song, регистрация registration, сессия session, фамилия surname,
    статья article, инструкция guide, лицензия license, позиция item, консультация appointment, коллекция collection, семья family`,
      feminineInIa,
    ),
    declined(
      `роль role, бронь booking, болезнь disease, стоимость price, запись record, сеть network, новость news, дверь door, должность position, очередь queue,
    задолженность debt, специальность specialty, недвижимость property, скорость speed, модель model, площадь area, часть part`,
      feminineInSoft,
    ),
    declined(
      `сообщение message, уведомление notification, событие event, задание task, бронирование booking, заявление application, предложение offer, напоминание reminder,
    приглашение invitation, разрешение permission, обращение ticket, лечение treatment, занятие lesson, упражнение exercise, собрание meeting,
    помещение room, здание building, объявление announcement, изображение image, изделие product, расписание schedule, страхование insurance, описание description,
    название name, отделение branch, обслуживание maintenance, достижение achievement, путешествие trip, подключение connection`,
      neuterInE,
    ),
    declined(
      `место place, блюдо dish, лекарство medicine, письмо letter, фото photo, видео video, устройство device, агентство agency, средство fund, количество quantity,
    производство production, авто car`,
      neuterInO,
    ),
  ),
)

/** Irregular forms of nouns, and verbs that are common in the titles of tools, each with its English word. */
export const russianWords = lazy(() =>
  pairs(`
  люди людей person, человек человека person, ребенок ребенка дети детей child, друзья друзей друзьям friend, продавец продавца продавцы seller,
  кошелек кошелька wallet, имя имени name, дома дом house, города city, номера room, доктора doctor, паспорт passport, день дня day, деньги денег money,
  накладная накладную invoice, корзине корзину basket, избранное избранные favorite, питомец питомца питомцы питомцев pet, аптечка kit,
  владелец владельца владельцы owner, песен song, сестра nurse, меню menu, время time, такси taxi, активный активные active, доступный доступные available,
  просроченный просроченные overdue, отзывы review, счета invoice,

  отправь отправить отправьте пошли послать перешли send, оплати оплатить оплатите заплати заплатить pay, купи купить купите buy, продай продать sell,
  одобри одобрить одобрите утверди утвердить approve, отклони отклонить отклоните reject, прими принять примите accept, подтверди подтвердить подтвердите confirm,
  опубликуй опубликовать выложи выложить publish, загрузи загрузить залей upload, скачай скачать download, назначь назначить assign, активируй активировать activate,
  деактивируй деактивировать deactivate, включи включить включите enable, выключи выключить отключи отключить disable, заблокируй заблокировать block,
  разблокируй разблокировать unblock, пригласи пригласить invite, поделись поделиться share, подпишись подписаться follow, переведи перевести transfer,
  верни вернуть refund, закрой закрыть close, восстанови восстановить restore, проверь проверить verify, подпиши подписать sign, вступи присоединиться join,
  войди войти login, выйди выйти logout, перезапусти перезагрузи restart, запусти запустить начни начать start, останови остановить stop, заверши завершить complete,
  выгрузи экспортируй export, импортируй import, распечатай печать print, оцени оценить rate, рассчитай посчитай calculate, отследи отследить отслеживание track,
  перезвони позвони позвонить call, верифицируй verify, архивируй archive`),
)
